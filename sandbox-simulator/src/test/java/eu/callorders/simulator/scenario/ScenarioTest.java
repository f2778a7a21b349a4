package eu.callorders.simulator.scenario;

import static eu.callorders.core.call.Disposition.ANSWERED;
import static eu.callorders.core.call.Disposition.BUSY;
import static eu.callorders.core.call.Disposition.FAILED;
import static eu.callorders.core.call.Disposition.NO_ANSWER;
import static eu.callorders.core.call.Disposition.VOICEMAIL;
import static eu.callorders.simulator.Calls.NOW;
import static eu.callorders.simulator.Calls.outcome;
import static eu.callorders.simulator.Calls.toDigits;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.PlaceResult.Refused;
import eu.callorders.core.telephony.SimulatedOutcome;
import eu.callorders.simulator.Calls;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ScenarioTest {

  @ParameterizedTest
  @CsvSource({
    "00, no_outcome, subject_reached, completed, agent",
    "06, no_outcome, subject_reached, completed, agent",
    "14, no_outcome, subject_reached, completed, agent",
    "20, wrong_number, wrong_number, partial, third_party",
    "21, payment_promised, subject_reached, completed, agent",
    "22, installment_wish, subject_reached, completed, agent",
    "23, settlement_wish, subject_reached, completed, agent",
    "24, disputed, subject_reached, completed, agent",
    "25, objection_to_calls, subject_reached, declined, agent",
    "26, conversation_incomplete, person_unidentified, partial, subject",
    "27, callback_requested, subject_reached, completed, agent",
    "28, refused, subject_reached, declined, subject",
    "29, payment_claimed, subject_reached, completed, agent",
    "32, third_party_only, third_party_reached, partial, agent",
    "33, language_barrier, person_unidentified, partial, agent",
    "34, hardship_stated, subject_reached, completed, agent",
    "35, identity_not_confirmed, person_unidentified, partial, agent",
    "36, deceased_reported, third_party_reached, partial, agent",
    "37, represented, subject_reached, completed, agent",
    "38, insolvency_reported, subject_reached, completed, agent",
    "39, human_requested, subject_reached, completed, agent",
    "40, no_outcome, subject_reached, completed, agent",
    "42, no_outcome, subject_reached, completed, agent",
    "43, no_outcome, subject_reached, completed, agent",
    "57, no_outcome, subject_reached, completed, agent",
  })
  void conversationsEndByTheNumber(
      String digits, String summaryCode, String reachability, String engagement, String actor) {
    Scenario scenario = Scenario.of(toDigits(digits).build(), 2, NOW);

    assertThat(scenario.refusal()).isNull();
    assertThat(ended(scenario)).isEqualTo(new ScenarioEvent.Ended(ANSWERED, Cause.NORMAL, actor));
    assertThat(report(scenario))
        .containsEntry("summary_code", summaryCode)
        .containsEntry("reachability", reachability)
        .containsEntry("engagement", engagement)
        .containsEntry("ai_disclosed", true)
        .containsEntry("identity_confirmed", reachability.equals("subject_reached"))
        .containsOnlyKeys(
            "summary_code",
            "reachability",
            "engagement",
            "identity_confirmed",
            "ai_disclosed",
            "language",
            "summary",
            "findings");
  }

  @ParameterizedTest
  @CsvSource({
    "01, 1, FAILED, NUMBER_INVALID, Accepted-Ended",
    "10, 1, NO_ANSWER, NORMAL, Accepted-Ringing-Ended",
    "10, 9, NO_ANSWER, NORMAL, Accepted-Ringing-Ended",
    "11, 1, BUSY, NORMAL, Accepted-Ended",
    "12, 1, VOICEMAIL, NORMAL, Accepted-Ringing-PickedUp-Ended",
    "12, 7, VOICEMAIL, NORMAL, Accepted-Ringing-PickedUp-Ended",
    "13, 1, FAILED, CARRIER_FAULT, Accepted-Ringing-Ended",
    "30, 1, NO_ANSWER, NORMAL, Accepted-Ringing-Ended",
    "30, 2, ANSWERED, NORMAL, Accepted-Ringing-PickedUp-Disclosed-Ended-Turns-Report",
    "30, 3, ANSWERED, NORMAL, Accepted-Ringing-PickedUp-Disclosed-Ended-Turns-Report",
    "31, 1, BUSY, NORMAL, Accepted-Ended",
    "31, 2, VOICEMAIL, NORMAL, Accepted-Ringing-PickedUp-Ended",
    "31, 3, ANSWERED, NORMAL, Accepted-Ringing-PickedUp-Disclosed-Ended-Turns-Report",
    "25, 1, ANSWERED, NORMAL, Accepted-Ringing-PickedUp-Disclosed-Objection-Ended-Turns-Report",
    "40, 1, ANSWERED, NORMAL, Accepted-Ringing-PickedUp-Disclosed-Ended-Turns-Report",
    "41, 1, ANSWERED, NORMAL, Accepted-Ringing-PickedUp-Disclosed-Ended-Turns",
    "44, 1, FAILED, OUTCOME_UNKNOWN, Accepted-Ended",
  })
  void attemptsRunByTheNumber(
      String digits, int attempt, Disposition disposition, Cause cause, String steps) {
    Scenario scenario = Scenario.of(toDigits(digits).attempt(attempt).build(), 0, NOW);

    assertThat(ended(scenario).disposition()).isEqualTo(disposition);
    assertThat(ended(scenario).cause()).isEqualTo(cause);
    assertThat(names(scenario)).isEqualTo(steps);
  }

  @Test
  void daysCountFromTheTenantsTime() {
    Instant later = NOW.plus(Duration.ofDays(40));
    PlaceCall call = toDigits("21").tenantTime(later).build();

    assertThat(report(Scenario.of(call, 0, NOW)))
        .isEqualTo(report(Scenario.of(call, 0, later)))
        .isNotEqualTo(report(Scenario.of(toDigits("21").build(), 0, NOW)));
  }

  @ParameterizedTest
  @CsvSource({"02, UNROUTABLE", "04, DO_NOT_CALL"})
  void someNumbersAreRefusedPermanently(String digits, RefusalReason code) {
    for (int refusedBefore : List.of(0, 5, 1_000)) {
      Scenario scenario = Scenario.of(toDigits(digits).build(), refusedBefore, NOW);
      assertThat(scenario.refusal()).isEqualTo(new Refused(code, null));
      assertThat(scenario.steps()).isEmpty();
    }
  }

  @Test
  void refusesForCapacityTwiceThenAccepts() {
    PlaceCall call = toDigits("14").build();
    Refused noCapacity = new Refused(RefusalReason.CAPACITY, Duration.ofSeconds(1));

    assertThat(Scenario.of(call, 0, NOW).refusal()).isEqualTo(noCapacity);
    assertThat(Scenario.of(call, 1, NOW).refusal()).isEqualTo(noCapacity);
    assertThat(Scenario.of(call, 2, NOW).refusal()).isNull();
  }

  @ParameterizedTest
  @CsvSource({"06, NONE", "40, LATE_REPORT", "41, NO_REPORT", "42, LOST_ANSWER", "43, DISORDER"})
  void numberSelectsTheGatewayFault(String digits, GatewayFault quirk) {
    assertThat(Scenario.of(toDigits(digits).build(), 0, NOW).fault()).isEqualTo(quirk);
  }

  @Test
  void usesDefaultDelaysUnlessForced() {
    assertThat(delays(toDigits("06").notForced().build()))
        .containsExactly(0L, 0L, 200L, 0L, 500L, 0L, 50L);
  }

  @Test
  void usesForcedDelays() {
    assertThat(delays(toDigits("06").delays(1, 2, 3).build()))
        .containsExactly(0L, 0L, 1L, 0L, 2L, 0L, 3L);
    assertThat(delays(toDigits("10").delays(600_000, 2, 3).build()))
        .containsExactly(0L, 0L, 600_000L);
    assertThat(delays(toDigits("11").delays(7, 2, 3).build())).containsExactly(0L, 7L);
    assertThat(delays(toDigits("12").delays(7, 2, 3).build())).containsExactly(0L, 0L, 7L, 2L);
    assertThat(delays(toDigits("44").delays(7, 2, 3).build())).containsExactly(0L, 7L);
  }

  @Test
  void objectionIsReportedDuringTheConversation() {
    assertThat(delays(toDigits("25").delays(10, 101, 3).build()))
        .containsExactly(0L, 0L, 10L, 0L, 50L, 50L, 0L, 3L);
  }

  @Test
  void lateReportIsHalfAMinuteLate() {
    assertThat(delays(toDigits("40").delays(0, 0, 3).build())).last().isEqualTo(30_003L);
  }

  @Test
  void forcedAttemptsApplyByNumberAndTheLastOneRepeats() {
    Disposition[] forced = {BUSY, FAILED, VOICEMAIL, NO_ANSWER, ANSWERED};
    Disposition[] expected = {BUSY, FAILED, VOICEMAIL, NO_ANSWER, ANSWERED, ANSWERED};
    for (int attempt = 1; attempt <= expected.length; attempt++) {
      PlaceCall call = toDigits("10").attempts(forced).attempt(attempt).build();
      assertThat(ended(Scenario.of(call, 0, NOW)).disposition()).isEqualTo(expected[attempt - 1]);
    }
  }

  @Test
  void forcedFailureIsACarrierFaultAfterRinging() {
    Scenario scenario = Scenario.of(toDigits("06").attempts(FAILED).build(), 0, NOW);
    assertThat(names(scenario)).isEqualTo("Accepted-Ringing-Ended");
    assertThat(ended(scenario).cause()).isEqualTo(Cause.CARRIER_FAULT);
  }

  @ParameterizedTest
  @CsvSource({"01", "02", "04", "13", "14", "42", "44"})
  void forcedAttemptsPrecedeTheNumber(String digits) {
    Scenario scenario = Scenario.of(toDigits(digits).attempts(ANSWERED).build(), 0, NOW);
    assertThat(scenario.refusal()).isNull();
    assertThat(scenario.fault()).isEqualTo(GatewayFault.NONE);
    assertThat(report(scenario)).containsEntry("summary_code", "no_outcome");
  }

  @Test
  void forcedAttemptsKeepTheNumbersConversation() {
    assertThat(report(Scenario.of(toDigits("24").attempts(ANSWERED).build(), 0, NOW)))
        .containsEntry("summary_code", "disputed");
    assertThat(names(Scenario.of(toDigits("41").attempts(ANSWERED).build(), 0, NOW)))
        .doesNotContain("Report");
  }

  @Test
  void forcedOutcomeKeepsTheNumbersAttempts() {
    Calls.Builder call = toDigits("30").outcome(outcome("disputed"));
    assertThat(ended(Scenario.of(call.attempt(1).build(), 0, NOW)).disposition())
        .isEqualTo(NO_ANSWER);
    assertThat(report(Scenario.of(call.attempt(2).build(), 0, NOW)))
        .containsEntry("summary_code", "disputed");
    assertThat(Scenario.of(toDigits("02").outcome(outcome("disputed")).build(), 0, NOW).refusal())
        .isNotNull();
  }

  @Test
  void forcedOutcomeIsReportedInTime() {
    assertThat(delays(toDigits("40").outcome(outcome("refused")).build())).last().isEqualTo(0L);
    assertThat(names(Scenario.of(toDigits("41").outcome(outcome("refused")).build(), 0, NOW)))
        .endsWith("Report");
  }

  @Test
  void everyMemberOfAForcedOutcomeApplies() {
    Map<String, Object> findings = Map.of("objection", Map.of("scope", "voice"));
    PlaceCall call =
        toDigits("21")
            .outcome(
                new SimulatedOutcome(
                    "hardship_stated", "third_party_reached", "partial", "third_party", findings))
            .build();
    Scenario scenario = Scenario.of(call, 0, NOW);

    assertThat(ended(scenario).endedBy()).isEqualTo("third_party");
    assertThat(report(scenario))
        .containsEntry("summary_code", "hardship_stated")
        .containsEntry("reachability", "third_party_reached")
        .containsEntry("engagement", "partial")
        .containsEntry("identity_confirmed", false)
        .containsEntry("findings", findings);
    assertThat(names(scenario)).contains("PickedUp-Disclosed-Objection-Ended");
  }

  @Test
  void reportsAForcedObjection() {
    PlaceCall call =
        toDigits("06")
            .outcome(new SimulatedOutcome("objection_to_calls", null, null, null, Map.of()))
            .build();
    assertThat(Scenario.of(call, 0, NOW).steps())
        .extracting(Step::event)
        .contains(new ScenarioEvent.Objection("voice"));
  }

  @Test
  void hasNoTurnsWithoutTranscript() {
    assertThat(names(Scenario.of(toDigits("21").withoutTranscript().build(), 0, NOW)))
        .isEqualTo("Accepted-Ringing-PickedUp-Disclosed-Ended-Report");
  }

  @Test
  void sameCallHasTheSameScenario() {
    for (int i = 0; i < 100; i++) {
      PlaceCall call = toDigits("%02d".formatted(i)).build();
      assertThat(Scenario.of(call, 0, NOW)).isEqualTo(Scenario.of(call, 0, NOW));
    }
  }

  private static ScenarioEvent.Ended ended(Scenario scenario) {
    return only(scenario, ScenarioEvent.Ended.class);
  }

  private static Map<String, Object> report(Scenario scenario) {
    return only(scenario, ScenarioEvent.Report.class).document();
  }

  private static <H extends ScenarioEvent> H only(Scenario scenario, Class<H> kind) {
    List<H> found =
        scenario.steps().stream()
            .map(Step::event)
            .filter(kind::isInstance)
            .map(kind::cast)
            .toList();
    assertThat(found).hasSize(1);
    return found.getFirst();
  }

  private static String names(Scenario scenario) {
    return String.join(
        "-",
        scenario.steps().stream().map(step -> step.event().getClass().getSimpleName()).toList());
  }

  private static List<Long> delays(PlaceCall call) {
    return Scenario.of(call, 0, NOW).steps().stream().map(step -> step.after().toMillis()).toList();
  }
}
