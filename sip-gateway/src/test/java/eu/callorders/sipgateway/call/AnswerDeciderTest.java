package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.sipgateway.call.CallOutcome.TrunkVerdict;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Every row of the table of final answers, with and without a 18x. */
class AnswerDeciderTest {

  @ParameterizedTest
  @CsvSource({
    "486, BUSY, NORMAL, SOUND",
    "600, BUSY, NORMAL, SOUND",
    "603, BUSY, DECLINED, SOUND",
    "607, BUSY, DECLINED, SOUND",
    "480, NO_ANSWER, NORMAL, SOUND",
    "408, NO_ANSWER, NORMAL, SOUND",
    "487, NO_ANSWER, NORMAL, SOUND",
    "504, NO_ANSWER, NORMAL, SOUND",
    "404, FAILED, NUMBER_INVALID, SOUND",
    "410, FAILED, NUMBER_INVALID, SOUND",
    "484, FAILED, NUMBER_INVALID, SOUND",
    "485, FAILED, NUMBER_INVALID, SOUND",
    "604, FAILED, NUMBER_INVALID, SOUND",
    "301, FAILED, REDIRECTED, SOUND",
    "302, FAILED, REDIRECTED, SOUND",
    "380, FAILED, REDIRECTED, SOUND",
    "401, FAILED, CARRIER_FAULT, FAULT",
    "403, FAILED, CARRIER_FAULT, FAULT",
    "407, FAILED, CARRIER_FAULT, FAULT",
    "488, FAILED, CARRIER_FAULT, FAULT",
    "500, FAILED, CARRIER_FAULT, FAULT",
    "503, FAILED, CARRIER_FAULT, FAULT",
    "606, FAILED, CARRIER_FAULT, FAULT",
  })
  void afterRinging(int status, Disposition disposition, Cause cause, TrunkVerdict trunk) {
    check(new FinalAnswer(status, null, true, true), disposition, cause, trunk);
  }

  @ParameterizedTest
  @CsvSource({
    "486, BUSY, NORMAL, SOUND",
    "600, BUSY, NORMAL, SOUND",
    "603, FAILED, CARRIER_FAULT, FAULT",
    "607, FAILED, CARRIER_FAULT, FAULT",
    "480, NO_ANSWER, NORMAL, SOUND",
    "408, FAILED, CARRIER_FAULT, FAULT",
    "487, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "504, FAILED, CARRIER_FAULT, FAULT",
    "404, FAILED, NUMBER_INVALID, SOUND",
    "410, FAILED, NUMBER_INVALID, SOUND",
    "484, FAILED, NUMBER_INVALID, SOUND",
    "485, FAILED, NUMBER_INVALID, SOUND",
    "604, FAILED, NUMBER_INVALID, SOUND",
    "302, FAILED, REDIRECTED, SOUND",
    "401, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "402, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "403, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "407, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "488, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "500, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "503, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "606, FAILED, CARRIER_FAULT, FAULT",
  })
  void withoutRinging(int status, Disposition disposition, Cause cause, TrunkVerdict trunk) {
    check(new FinalAnswer(status, null, false, true), disposition, cause, trunk);
  }

  @ParameterizedTest
  @CsvSource({
    "404, PROVEN_FAULT",
    "410, PROVEN_FAULT",
    "484, PROVEN_FAULT",
    "485, PROVEN_FAULT",
    "604, FAULT"
  })
  void onlyATrunkInGoodStandingKnowsNumbers(int status, TrunkVerdict trunk) {
    check(
        new FinalAnswer(status, null, false, false),
        Disposition.FAILED,
        Cause.CARRIER_FAULT,
        trunk);
  }

  @ParameterizedTest
  @CsvSource({
    "17, true, BUSY, NORMAL, SOUND",
    "21, true, BUSY, DECLINED, SOUND",
    "21, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "18, false, NO_ANSWER, NORMAL, SOUND",
    "19, false, NO_ANSWER, NORMAL, SOUND",
    "20, false, NO_ANSWER, NORMAL, SOUND",
    "27, false, NO_ANSWER, NORMAL, SOUND",
    "1, false, FAILED, NUMBER_INVALID, SOUND",
    "22, false, FAILED, NUMBER_INVALID, SOUND",
    "28, false, FAILED, NUMBER_INVALID, SOUND",
    "23, false, FAILED, REDIRECTED, SOUND",
    "2, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "3, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "34, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "38, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "41, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "42, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "44, false, FAILED, CARRIER_FAULT, PROVEN_FAULT",
    "47, true, FAILED, CARRIER_FAULT, FAULT"
  })
  void causeOfTheTelephoneNetworkRefinesTheStatus(
      int q850, boolean ringing, Disposition disposition, Cause cause, TrunkVerdict trunk) {
    check(new FinalAnswer(500, q850, ringing, true), disposition, cause, trunk);
    assertThat(AnswerDecider.decide(new FinalAnswer(500, q850, ringing, true)).detail())
        .isNotEqualTo("server internal error");
  }

  @ParameterizedTest
  @CsvSource({"16", "31", "127", "99"})
  void otherCausesSayNothing(int q850) {
    check(
        new FinalAnswer(486, q850, true, true), Disposition.BUSY, Cause.NORMAL, TrunkVerdict.SOUND);
  }

  @Test
  void numberOfTheNetworkNeedsGoodStandingToo() {
    check(
        new FinalAnswer(480, 1, false, false),
        Disposition.FAILED,
        Cause.CARRIER_FAULT,
        TrunkVerdict.PROVEN_FAULT);
  }

  @Test
  void statusWithoutAWordIsShown() {
    assertThat(detail(499, null)).isEqualTo("SIP status 499");
    assertThat(detail(503, null)).isEqualTo("service unavailable");
    assertThat(detail(503, 34)).isEqualTo("no circuit available");
  }

  private static String detail(int status, @Nullable Integer q850) {
    return AnswerDecider.decide(new FinalAnswer(status, q850, false, true)).detail();
  }

  private static void check(
      FinalAnswer answer, Disposition disposition, Cause cause, TrunkVerdict trunk) {
    CallOutcome outcome = AnswerDecider.decide(answer);
    assertThat(outcome.disposition()).isEqualTo(disposition);
    assertThat(outcome.cause()).isEqualTo(cause);
    assertThat(outcome.trunk()).isEqualTo(trunk);
  }
}
