package eu.callorders.core.predial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Money;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PredialAnswerParserTest {
  private static final Instant NOW = Instant.parse("2026-11-23T13:00:00Z");
  private static final Money CLAIMED = Money.of("120.50", "EUR");

  private static PredialReply parse(Object json) {
    return PredialAnswerParser.parse(json, CLAIMED, NOW);
  }

  /** Members by name and value in turn. */
  private static Map<String, Object> answer(Object... members) {
    Map<String, Object> json = new HashMap<>();
    for (int index = 0; index < members.length; index += 2) {
      json.put((String) members[index], members[index + 1]);
    }
    return json;
  }

  private static Map<String, Object> money(Object value, Object currency) {
    return answer("value", value, "currency", currency);
  }

  private static PredialReply proceedWith(Object outstanding) {
    return parse(answer("decision", "proceed", "outstanding", outstanding));
  }

  private static void assertInvalid(PredialReply reply, String pointer) {
    assertThat(reply).isEqualTo(new PredialReply.Failed(PredialFailure.INVALID_ANSWER, pointer));
  }

  @Test
  void readsEachDecision() {
    assertThat(parse(answer("decision", "proceed"))).isEqualTo(new PredialReply.Proceed(null));
    assertThat(parse(answer("decision", "hold", "until", "2026-11-24T09:00:00+01:00")))
        .isEqualTo(new PredialReply.Hold(Instant.parse("2026-11-24T08:00:00Z")));
    assertThat(parse(answer("decision", "cancel", "reason", "paid")))
        .isEqualTo(new PredialReply.Cancel("paid"));
  }

  @Test
  void nullMembersCountAsAbsent() {
    assertThat(
            parse(
                answer("decision", "proceed", "until", null, "reason", null, "outstanding", null)))
        .isEqualTo(new PredialReply.Proceed(null));
    assertThat(parse(answer("decision", "cancel", "reason", null)))
        .isEqualTo(new PredialReply.Cancel(null));
  }

  @Test
  void holdsForAnHourUnlessToldOtherwise() {
    assertThat(parse(answer("decision", "hold")))
        .isEqualTo(new PredialReply.Hold(NOW.plus(Duration.ofHours(1))));
  }

  @Test
  void takesOutstandingUpToThatOfTheOrder() {
    assertThat(proceedWith(money("120.50", "EUR"))).isEqualTo(new PredialReply.Proceed(CLAIMED));
    assertThat(proceedWith(money("0.01", "EUR")))
        .isEqualTo(new PredialReply.Proceed(Money.of("0.01", "EUR")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "0.00", "-0"})
  void nothingOutstandingHolds(String value) {
    assertThat(proceedWith(money(value, "EUR")))
        .isEqualTo(new PredialReply.Hold(NOW.plus(Duration.ofHours(1))));
    assertThat(
            parse(
                answer(
                    "decision",
                    "proceed",
                    "outstanding",
                    money(value, "EUR"),
                    "until",
                    "2026-11-24T08:00:00Z")))
        .isEqualTo(new PredialReply.Hold(Instant.parse("2026-11-24T08:00:00Z")));
  }

  @Test
  void refusesOtherAmounts() {
    assertInvalid(proceedWith(money("120.51", "EUR")), "/outstanding/value");
    assertInvalid(proceedWith(money("-1", "EUR")), "/outstanding/value");
    assertInvalid(proceedWith(money("1.234", "EUR")), "/outstanding/value");
    assertInvalid(proceedWith(money("1e2", "EUR")), "/outstanding/value");
    assertInvalid(proceedWith(money(80, "EUR")), "/outstanding/value");
    assertInvalid(proceedWith(money(null, "EUR")), "/outstanding/value");
    assertInvalid(proceedWith(money("80", "USD")), "/outstanding/currency");
    assertInvalid(proceedWith(money("80", "eur")), "/outstanding/currency");
    assertInvalid(proceedWith(money("80", null)), "/outstanding/currency");
    assertInvalid(proceedWith("80 EUR"), "/outstanding");
    assertInvalid(
        proceedWith(answer("value", "80", "currency", "EUR", "cents", 1)), "/outstanding");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "2026-11-23T13:00:00Z",
        "2026-11-23T12:59:59.999Z",
        "2026-11-24T09:00:00",
        "2026-11-24",
        "2026-02-30T09:00:00Z",
        "2026-11-24T25:00:00Z",
        "9999-12-31T23:59:59-18:00",
        "tomorrow",
        ""
      })
  void refusesUntilThatIsNoFutureInstant(String until) {
    assertInvalid(parse(answer("decision", "hold", "until", until)), "/until");
  }

  /** Even where it has no effect: the client means something that is not understood. */
  @Test
  void refusesMistypedMembersOfAnyDecision() {
    assertInvalid(parse(answer("decision", "proceed", "until", 1)), "/until");
    assertInvalid(parse(answer("decision", "proceed", "reason", 1)), "/reason");
    assertInvalid(parse(answer("decision", "hold", "outstanding", 1)), "/outstanding");
    assertInvalid(parse(answer("decision", "cancel", "until", true)), "/until");
  }

  @Test
  void refusesLongReasonAndControlCharacters() {
    assertThat(parse(answer("decision", "cancel", "reason", "ö".repeat(200))))
        .isEqualTo(new PredialReply.Cancel("ö".repeat(200)));
    assertThat(parse(answer("decision", "cancel", "reason", "😀".repeat(200))))
        .isInstanceOf(PredialReply.Cancel.class);
    assertInvalid(parse(answer("decision", "cancel", "reason", "x".repeat(201))), "/reason");
    assertInvalid(parse(answer("decision", "cancel", "reason", "a\nb")), "/reason");
    assertInvalid(parse(answer("decision", "cancel", "reason", "a\u0000b")), "/reason");
    assertInvalid(parse(answer("decision", "cancel", "reason", "a\ud800b")), "/reason");
  }

  @Test
  void refusesUnknownDecisionsAndMembers() {
    assertInvalid(parse(answer()), "/decision");
    assertInvalid(parse(answer("decision", null)), "/decision");
    assertInvalid(parse(answer("decision", "Proceed")), "/decision");
    assertInvalid(parse(answer("decision", true)), "/decision");
    assertInvalid(parse(answer("decision", List.of("proceed"))), "/decision");
    assertInvalid(parse(answer("decision", "proceed", "outstandng", money("1", "EUR"))), "");
  }

  @Test
  void refusesWhatIsNoObject() {
    for (Object json :
        Arrays.asList(null, "proceed", 1, true, List.of(answer("decision", "hold")))) {
      assertInvalid(parse(json), "");
    }
  }

  @Test
  void orderWithNothingOutstandingTakesNoAmount() {
    assertInvalid(
        PredialAnswerParser.parse(
            answer("decision", "proceed", "outstanding", money("0.01", "EUR")),
            Money.of("0", "EUR"),
            NOW),
        "/outstanding/value");
  }
}
