package eu.callorders.core.order;

import static eu.callorders.core.order.Orders.FIRST;
import static eu.callorders.core.order.Orders.NOW;
import static eu.callorders.core.order.Orders.history;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Actor;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Engagement;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.Reachability;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.order.Termination.Reason;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class ResultDeriverTest {
  private static final List<PastAttempt> NONE = List.of();
  private static final List<PastAttempt> UNANSWERED = history(Cause.NORMAL);
  private static final List<PastAttempt> UNKNOWN = history(Cause.OUTCOME_UNKNOWN);
  private static final List<PastAttempt> MACHINE =
      List.of(Orders.past(1, FIRST, Cause.NORMAL, NOW), Orders.voicemail(2, FIRST));

  static Stream<Arguments> withoutConversation() {
    return Stream.of(
        row(of(UNANSWERED).attemptsSpent(), "no_contact not_reached network attempts_exhausted"),
        row(
            of(history(Cause.NORMAL, Cause.CARRIER_FAULT)).attemptsSpent(),
            "no_contact not_reached network attempts_exhausted"),
        row(
            of(history(Cause.CARRIER_FAULT, Cause.OUTCOME_UNKNOWN)).attemptsSpent(),
            "no_contact not_reached network attempts_exhausted"),
        row(of(MACHINE).attemptsSpent(), "voicemail voicemail network attempts_exhausted"),
        row(
            of(history(Cause.OUTCOME_UNKNOWN, Cause.OUTCOME_UNKNOWN)).attemptsSpent(),
            "outcome_unknown unknown network outcome_unknown"),
        row(
            of(history(Cause.CARRIER_FAULT, Cause.CARRIER_FAULT)).attemptsSpent(),
            "technical_failure not_reached network technical"),
        row(of(NONE).windowClosed(), "expired not_attempted platform window_closed"),
        row(of(UNANSWERED).windowClosed(), "expired not_reached platform window_closed"),
        row(of(MACHINE).windowClosed(), "expired voicemail platform window_closed"),
        row(of(UNKNOWN).windowClosed(), "expired unknown platform window_closed"),
        row(
            of(history(Cause.NUMBER_INVALID)).numbersInvalid(),
            "number_unusable number_invalid network number_invalid"),
        row(of(NONE).canceledByClient(null), "canceled not_attempted client canceled"),
        row(
            of(NONE).stopped(StopReason.ENROLLMENT_CANCELED),
            "canceled not_attempted client canceled"),
        row(
            of(NONE).stopped(StopReason.SEQUENCE_EXITED),
            "canceled not_attempted platform sequence_exited"),
        row(
            of(NONE).stopped(StopReason.SUPPRESSED),
            "suppressed not_attempted platform suppressed"),
        row(
            of(NONE).stopped(StopReason.PAYMENT_RECEIVED),
            "canceled not_attempted client payment_received"),
        row(
            of(NONE).stopped(StopReason.CLAIM_WITHDRAWN),
            "canceled not_attempted client claim_withdrawn"),
        row(of(NONE).suppressedByProvider(), "suppressed not_attempted provider suppressed"),
        row(of(NONE).gatewayRefused(), "technical_failure not_attempted provider gateway_refused"),
        row(of(NONE).neverAccepted(), "technical_failure not_attempted provider technical"));
  }

  private static Arguments row(Result result, String expected) {
    return Arguments.of(result, expected);
  }

  @ParameterizedTest
  @MethodSource("withoutConversation")
  void explainsAnEndWithoutConversation(Result result, String expected) {
    assertThat(
            String.join(
                " ",
                result.summaryCode().wire(),
                result.reachability().wire(),
                result.termination().actor().wire(),
                result.termination().reason().wire()))
        .isEqualTo(expected);
    assertThat(result.engagement()).isEqualTo(Engagement.NONE);
    assertThat(result.findings()).isEqualTo(Findings.NONE);
    assertThat(result.summaryCode().isConversation()).isFalse();
    assertThat(result.endedAt()).isEqualTo(NOW);
  }

  @Test
  void countsAttempts() {
    assertThat(of(MACHINE).windowClosed().attempts()).isEqualTo(2);
  }

  @Test
  void conversationHasItsReportedResult() {
    Conversation conversation =
        Conversation.of(
            SummaryCode.REFUSED, Reachability.THIRD_PARTY_REACHED, null, null, Findings.NONE);

    assertThat(of(UNANSWERED).afterConversation(conversation, null))
        .isEqualTo(
            new Result(
                SummaryCode.REFUSED,
                Reachability.THIRD_PARTY_REACHED,
                Engagement.DECLINED,
                new Termination(Actor.SUBJECT, Reason.NORMAL, null),
                1,
                NOW,
                Findings.NONE));
  }

  @Test
  void networkReportOfTheEndWinsOverTheAgentReport() {
    assertThat(
            of(UNANSWERED)
                .afterConversation(Orders.CONVERSATION, Actor.NETWORK)
                .termination()
                .actor())
        .isEqualTo(Actor.NETWORK);
  }

  @Test
  void unusableReportLeavesDetailsUnknown() {
    assertThat(of(UNANSWERED).afterConversation(Conversation.ofUnusableReport(), null))
        .isEqualTo(
            new Result(
                SummaryCode.NO_OUTCOME,
                Reachability.UNKNOWN,
                Engagement.UNKNOWN,
                new Termination(Actor.UNKNOWN, Reason.NORMAL, null),
                1,
                NOW,
                Findings.NONE));
  }

  @Test
  void overdueReportIsAttributedToTheProvider() {
    assertThat(of(UNANSWERED).reportOverdue(null))
        .isEqualTo(
            new Result(
                SummaryCode.OUTCOME_UNKNOWN,
                Reachability.UNKNOWN,
                Engagement.UNKNOWN,
                new Termination(Actor.PROVIDER, Reason.REPORT_OVERDUE, null),
                1,
                NOW,
                Findings.NONE));
  }

  @Test
  void operatorHasEndedTheConversation() {
    Termination byOperator = new Termination(Actor.PLATFORM, Reason.HUNG_UP, null);
    Conversation cut =
        Conversation.of(SummaryCode.NO_OUTCOME, null, Engagement.PARTIAL, null, Findings.NONE);

    Result result = of(UNANSWERED).hungUp(cut);

    assertThat(result.summaryCode()).isEqualTo(SummaryCode.CONVERSATION_INCOMPLETE);
    assertThat(result.engagement()).isEqualTo(Engagement.PARTIAL);
    assertThat(result.termination()).isEqualTo(byOperator);
  }

  @Test
  void reportOfAStoppedConversationCountsForThePerson() {
    Conversation death =
        Conversation.of(SummaryCode.DECEASED_REPORTED, null, null, null, Findings.NONE);

    assertThat(of(UNANSWERED).hungUp(death).summaryCode()).isEqualTo(SummaryCode.DECEASED_REPORTED);
  }

  @Test
  void stoppedConversationWithoutReportIsIncomplete() {
    Findings.Objection objection = new Findings.Objection("voice", UUID.randomUUID());

    assertThat(of(UNANSWERED).hungUp((Findings.Objection) null).summaryCode())
        .isEqualTo(SummaryCode.CONVERSATION_INCOMPLETE);
    assertThat(of(UNANSWERED).hungUp(objection).summaryCode())
        .isEqualTo(SummaryCode.OBJECTION_TO_CALLS);
    assertThat(of(UNANSWERED).hungUp(objection).findings().objection()).isEqualTo(objection);
  }

  private static ResultDeriver of(List<PastAttempt> history) {
    return new ResultDeriver(history, NOW);
  }
}
