package eu.callorders.core.capacity;

import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.predial.PredialFacts;
import eu.callorders.core.predial.PredialFailure;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evaluates the rule of the check before the dial. */
final class PredialRuleCheck {
  private PredialRuleCheck() {}

  static RuleVerdict verdict(PredialFacts facts) {
    return switch (facts) {
      case PredialFacts.NotConfigured _ ->
          pass(Map.of(), "The tenant has no check before the dial.");
      case PredialFacts.NotAsked _ ->
          pass(state("not_asked"), "The client is asked right before the dial.");
      case PredialFacts.Asked(var until) ->
          wait(until, state("asked"), "The client has been asked whether to dial.");
      case PredialFacts.Permitted(var failure) ->
          failure == null
              ? pass(state("permitted"), "The client permits the dial.")
              : pass(
                  state("unanswered", failure),
                  "The client gave no valid answer (%s); the tenant's setting lets the call proceed."
                      .formatted(failure.wire()));
      case PredialFacts.Held(var until, var failure, var failures) ->
          held(until, failure, failures);
      case PredialFacts.Paused(var until) ->
          wait(
              until,
              state("paused"),
              "The client's endpoint has failed several times in a row and is not asked for a"
                  + " while.");
    };
  }

  private static RuleVerdict held(Instant until, @Nullable PredialFailure failure, int failures) {
    return failure == null
        ? wait(until, state("held"), "The client holds the order.")
        : wait(
            until,
            Map.of("state", "unanswered", "error", failure.wire(), "failures", failures),
            "The client gave no valid answer (%s) and is asked again.".formatted(failure.wire()));
  }

  private static Map<String, Object> state(String state) {
    return Map.of("state", state);
  }

  private static Map<String, Object> state(String state, PredialFailure failure) {
    return Map.of("state", state, "error", failure.wire());
  }

  private static RuleVerdict pass(Map<String, Object> parameters, String message) {
    return new RuleVerdict(DialRule.PREDIAL_CHECK, Verdict.PASS, null, parameters, message);
  }

  private static RuleVerdict wait(Instant until, Map<String, Object> parameters, String message) {
    return new RuleVerdict(DialRule.PREDIAL_CHECK, Verdict.WAIT, until, parameters, message);
  }
}
