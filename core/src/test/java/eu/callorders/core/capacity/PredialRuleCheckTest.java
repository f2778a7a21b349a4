package eu.callorders.core.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.predial.PredialFacts;
import eu.callorders.core.predial.PredialFailure;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PredialRuleCheckTest {
  private static final Instant UNTIL = Instant.parse("2026-11-23T13:00:00Z");

  private static void assertVerdict(
      PredialFacts facts, Verdict verdict, Instant until, Map<String, Object> parameters) {
    RuleVerdict found = PredialRuleCheck.verdict(facts);
    assertThat(found.rule()).isEqualTo(DialRule.PREDIAL_CHECK);
    assertThat(found.verdict()).isEqualTo(verdict);
    assertThat(found.until()).isEqualTo(until);
    assertThat(found.parameters()).isEqualTo(parameters);
    assertThat(found.message()).endsWith(".");
  }

  @Test
  void passesUnlessSomethingIsAwaited() {
    assertVerdict(PredialFacts.NOT_CONFIGURED, Verdict.PASS, null, Map.of());
    assertVerdict(new PredialFacts.NotAsked(), Verdict.PASS, null, Map.of("state", "not_asked"));
    assertVerdict(
        new PredialFacts.Permitted(null), Verdict.PASS, null, Map.of("state", "permitted"));
    assertVerdict(
        new PredialFacts.Permitted(PredialFailure.UNEXPECTED_STATUS),
        Verdict.PASS,
        null,
        Map.of("state", "unanswered", "error", "unexpected_status"));
  }

  @Test
  void waitsForAnswerHoldAndEndpoint() {
    assertVerdict(new PredialFacts.Asked(UNTIL), Verdict.WAIT, UNTIL, Map.of("state", "asked"));
    assertVerdict(
        new PredialFacts.Held(UNTIL, null, 0), Verdict.WAIT, UNTIL, Map.of("state", "held"));
    assertVerdict(
        new PredialFacts.Held(UNTIL, PredialFailure.ANSWER_TOO_LARGE, 4),
        Verdict.WAIT,
        UNTIL,
        Map.of("state", "unanswered", "error", "answer_too_large", "failures", 4));
    assertVerdict(new PredialFacts.Paused(UNTIL), Verdict.WAIT, UNTIL, Map.of("state", "paused"));
  }
}
