package eu.callorders.core.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Conversation;
import eu.callorders.core.call.Findings;
import eu.callorders.core.call.SummaryCode;
import eu.callorders.core.hold.HoldReason;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class OutcomeDeciderTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final Instant NOW = Instant.parse("2027-10-20T12:30:00Z");
  private static final LocalDate DAY = LocalDate.parse("2027-10-20");

  /** The recommended table, row by row. Clocks change on 2027-10-31. */
  @ParameterizedTest
  @CsvSource({
    "WRONG_NUMBER, WRONG_NUMBER, NUMBER,",
    "DECEASED_REPORTED, DECEASED, SUBJECT,",
    "REPRESENTED, REPRESENTED, SUBJECT,",
    "INSOLVENCY_REPORTED, INSOLVENT, SUBJECT,",
    "DISPUTED, DISPUTED, CLAIM,",
    "PAYMENT_CLAIMED, PAYMENT_CLAIMED, CLAIM, 2027-10-30T12:30:00Z",
    // Without a date: 14 and 3 days.
    "PAYMENT_PROMISED, PAYMENT_PROMISED, CLAIM, 2027-11-06T23:00:00Z",
    "HARDSHIP_STATED, HARDSHIP, SUBJECT, 2027-11-19T13:30:00Z"
  })
  void recommendedRow(SummaryCode code, HoldReason reason, HoldScope scope, Instant until) {
    assertThat(OutcomeDecider.decide(OutcomeRules.RECOMMENDED, outcome(code)))
        .contains(new HoldTerms(reason, scope, until));
  }

  @Test
  void secondUnconfirmedIdentityInARowHoldsTheNumber() {
    CallOutcome first = outcome(SummaryCode.IDENTITY_NOT_CONFIRMED);
    CallOutcome second = new CallOutcome(first.conversation(), true, true, BERLIN, DAY, NOW);

    assertThat(OutcomeDecider.decide(OutcomeRules.RECOMMENDED, first)).isEmpty();
    assertThat(OutcomeDecider.decide(OutcomeRules.RECOMMENDED, second))
        .contains(
            new HoldTerms(
                HoldReason.IDENTITY_NOT_CONFIRMED,
                HoldScope.NUMBER,
                Instant.parse("2027-11-19T13:30:00Z")));
  }

  @ParameterizedTest
  @EnumSource(SummaryCode.class)
  void newLiveTenantsHoldAfterFourOutcomes(SummaryCode code) {
    boolean held =
        switch (code) {
          case WRONG_NUMBER, DECEASED_REPORTED, REPRESENTED, INSOLVENCY_REPORTED -> true;
          default -> false;
        };

    assertThat(OutcomeRules.PROTECTIVE.rule(code).isPresent()).isEqualTo(held);
    assertThat(OutcomeRules.RECOMMENDED.rule(code).isPresent())
        .isEqualTo(OutcomeRules.CODES.contains(code));
    assertThat(OutcomeRules.NONE.rule(code)).isEmpty();
    if (code.isConversation()) {
      assertThat(OutcomeDecider.decide(OutcomeRules.NONE, outcome(code))).isEmpty();
      assertThat(OutcomeDecider.decide(OutcomeRules.PROTECTIVE, outcome(code)).isPresent())
          .isEqualTo(held);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2027-10-25, 2027-10-28T22:00:00Z",
    "2027-10-29, 2027-11-01T23:00:00Z",
    "2027-10-01, 2027-10-23T22:00:00Z", // past: the day of the call
    "2028-06-01, 2027-12-22T23:00:00Z" // 60 days at most
  })
  void promiseHoldsUntilThreeDaysAfterItsDay(LocalDate day, Instant until) {
    Conversation conversation =
        conversation(
            SummaryCode.NO_OUTCOME,
            new Findings(new Findings.PaymentPromise(null, day), null, null, null, null, null));

    assertThat(
            OutcomeDecider.decide(
                OutcomeRules.RECOMMENDED,
                new CallOutcome(conversation, false, true, BERLIN, DAY, NOW)))
        .contains(new HoldTerms(HoldReason.PAYMENT_PROMISED, HoldScope.CLAIM, until));
  }

  @Test
  void promiseCountsFromTheDayOfTheCall() {
    CallOutcome late =
        new CallOutcome(
            conversation(SummaryCode.PAYMENT_PROMISED, Findings.NONE),
            false,
            true,
            BERLIN,
            DAY.minusDays(1),
            NOW);

    assertThat(OutcomeDecider.decide(OutcomeRules.RECOMMENDED, late).orElseThrow().until())
        .isEqualTo(Instant.parse("2027-11-05T23:00:00Z"));
  }

  @Test
  void claimWithoutANumberHoldsThePerson() {
    Conversation disputed = conversation(SummaryCode.DISPUTED, Findings.NONE);

    assertThat(
            OutcomeDecider.decide(
                OutcomeRules.RECOMMENDED,
                new CallOutcome(disputed, false, false, BERLIN, DAY, NOW)))
        .contains(new HoldTerms(HoldReason.DISPUTED, HoldScope.SUBJECT, null));
  }

  /** The do-not-call entry bars more than any hold. */
  @Test
  void objectionLeadsToNoHold() {
    Conversation objected =
        conversation(SummaryCode.REPRESENTED, Findings.NONE)
            .withObjection(new Findings.Objection("voice", null));

    assertThat(
            OutcomeDecider.decide(
                OutcomeRules.RECOMMENDED, new CallOutcome(objected, false, true, BERLIN, DAY, NOW)))
        .isEmpty();
  }

  @Test
  void tenantChangesScopeAndDays() {
    OutcomeRules own =
        new OutcomeRules(Map.of(SummaryCode.DISPUTED, new OutcomeRule(HoldScope.SUBJECT, 2)));

    assertThat(OutcomeDecider.decide(own, outcome(SummaryCode.DISPUTED)))
        .contains(
            new HoldTerms(
                HoldReason.DISPUTED, HoldScope.SUBJECT, Instant.parse("2027-10-22T12:30:00Z")));
    assertThat(OutcomeDecider.decide(own, outcome(SummaryCode.WRONG_NUMBER))).isEmpty();
  }

  private static CallOutcome outcome(SummaryCode code) {
    return new CallOutcome(conversation(code, Findings.NONE), false, true, BERLIN, DAY, NOW);
  }

  private static Conversation conversation(SummaryCode code, Findings findings) {
    return Conversation.of(code, null, null, null, findings);
  }
}
