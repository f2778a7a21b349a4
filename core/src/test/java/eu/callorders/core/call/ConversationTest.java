package eu.callorders.core.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Findings.AgreementWishes;
import eu.callorders.core.call.Findings.Callback;
import eu.callorders.core.call.Findings.Dispute;
import eu.callorders.core.call.Findings.Installments;
import eu.callorders.core.call.Findings.Objection;
import eu.callorders.core.call.Findings.PaymentClaim;
import eu.callorders.core.call.Findings.PaymentPromise;
import eu.callorders.core.call.Findings.Settlement;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

class ConversationTest {
  private static final PaymentPromise PROMISE = new PaymentPromise(null, null);
  private static final AgreementWishes INSTALLMENTS =
      new AgreementWishes(new Installments(null, null, null), null);
  private static final AgreementWishes SETTLEMENT =
      new AgreementWishes(null, new Settlement(null, null));
  private static final PaymentClaim CLAIM = new PaymentClaim(null, null);
  private static final Dispute DISPUTE = new Dispute(null, null);
  private static final Callback CALLBACK = new Callback(null, null);
  private static final Objection OBJECTION = new Objection("voice", null);

  static Stream<Arguments> findings() {
    return Stream.of(
        Arguments.of(Findings.NONE, SummaryCode.NO_OUTCOME),
        Arguments.of(
            new Findings(PROMISE, null, null, null, null, null), SummaryCode.PAYMENT_PROMISED),
        Arguments.of(
            new Findings(null, INSTALLMENTS, null, null, null, null), SummaryCode.INSTALLMENT_WISH),
        Arguments.of(
            new Findings(null, SETTLEMENT, null, null, null, null), SummaryCode.SETTLEMENT_WISH),
        Arguments.of(
            new Findings(null, new AgreementWishes(null, null), null, null, null, null),
            SummaryCode.NO_OUTCOME),
        Arguments.of(
            new Findings(null, null, CLAIM, null, null, null), SummaryCode.PAYMENT_CLAIMED),
        Arguments.of(new Findings(null, null, null, DISPUTE, null, null), SummaryCode.DISPUTED),
        Arguments.of(
            new Findings(null, null, null, null, CALLBACK, null), SummaryCode.CALLBACK_REQUESTED),
        Arguments.of(
            new Findings(null, null, null, null, null, OBJECTION), SummaryCode.OBJECTION_TO_CALLS),
        Arguments.of(
            new Findings(PROMISE, INSTALLMENTS, CLAIM, DISPUTE, CALLBACK, null),
            SummaryCode.DISPUTED));
  }

  @ParameterizedTest
  @MethodSource("findings")
  void findingsRefineTheReportedCode(Findings findings, SummaryCode summary) {
    assertThat(Conversation.of(SummaryCode.NO_OUTCOME, null, null, null, findings).summary())
        .isEqualTo(summary);
  }

  @Test
  void reportedCodeWinsIfItComesFirst() {
    Findings findings = new Findings(PROMISE, null, null, null, CALLBACK, null);

    assertThat(Conversation.of(SummaryCode.REPRESENTED, null, null, null, findings).summary())
        .isEqualTo(SummaryCode.REPRESENTED);
  }

  @Test
  void objectionOverridesTheReportedCode() {
    Conversation conversation =
        Conversation.of(SummaryCode.PAYMENT_PROMISED, null, null, null, Findings.NONE);

    assertThat(conversation.withObjection(OBJECTION).summary())
        .isEqualTo(SummaryCode.OBJECTION_TO_CALLS);
    assertThat(Conversation.ofUnusableReport().withObjection(OBJECTION).summary())
        .isEqualTo(SummaryCode.OBJECTION_TO_CALLS);
  }

  @ParameterizedTest
  @CsvSource({
    "objection_to_calls, subject_reached, declined, agent",
    "deceased_reported, third_party_reached, partial, agent",
    "represented, subject_reached, completed, agent",
    "insolvency_reported, subject_reached, completed, agent",
    "disputed, subject_reached, completed, agent",
    "payment_claimed, subject_reached, completed, agent",
    "payment_promised, subject_reached, completed, agent",
    "installment_wish, subject_reached, completed, agent",
    "settlement_wish, subject_reached, completed, agent",
    "hardship_stated, subject_reached, completed, agent",
    "callback_requested, subject_reached, completed, agent",
    "human_requested, subject_reached, completed, agent",
    "refused, subject_reached, declined, subject",
    "language_barrier, person_unidentified, partial, agent",
    "identity_not_confirmed, person_unidentified, partial, agent",
    "third_party_only, third_party_reached, partial, agent",
    "wrong_number, wrong_number, partial, third_party",
    "conversation_incomplete, person_unidentified, partial, subject",
    "no_outcome, subject_reached, completed, agent"
  })
  void missingValuesOfTheReportHaveDefaults(
      String code, String reachability, String engagement, String actor) {
    Conversation conversation =
        Conversation.of(SummaryCode.of(code).orElseThrow(), null, null, null, Findings.NONE);

    assertThat(conversation.reachability().wire()).isEqualTo(reachability);
    assertThat(conversation.engagement().wire()).isEqualTo(engagement);
    assertThat(conversation.actor().wire()).isEqualTo(actor);
  }

  @Test
  void reportedValuesStand() {
    Conversation conversation =
        Conversation.of(
            SummaryCode.REFUSED,
            Reachability.THIRD_PARTY_REACHED,
            Engagement.PARTIAL,
            Actor.THIRD_PARTY,
            Findings.NONE);

    assertThat(conversation)
        .isEqualTo(
            new Conversation(
                SummaryCode.REFUSED,
                Reachability.THIRD_PARTY_REACHED,
                Engagement.PARTIAL,
                Actor.THIRD_PARTY,
                Findings.NONE));
  }

  @Test
  void rejectsACodeWithoutConversation() {
    assertThatThrownBy(
            () -> Conversation.of(SummaryCode.VOICEMAIL, null, null, null, Findings.NONE))
        .isInstanceOf(IllegalStateException.class);
    assertThatThrownBy(
            () ->
                new Conversation(
                    SummaryCode.EXPIRED,
                    Reachability.UNKNOWN,
                    Engagement.UNKNOWN,
                    Actor.UNKNOWN,
                    Findings.NONE))
        .isInstanceOf(IllegalArgumentException.class);
    assertThat(Arrays.stream(SummaryCode.values()).filter(SummaryCode::isConversation)).hasSize(19);
  }

  @Test
  void wishIsNeverBinding() {
    assertThat(INSTALLMENTS.binding()).isFalse();
  }

  @Test
  void moneyKeepsItsFractionDigits() {
    assertThat(Money.of("-120.50", "EUR").wireValue()).isEqualTo("-120.50");
    assertThat(Money.of("120", "EUR")).isNotEqualTo(Money.of("120.00", "EUR"));
  }
}
