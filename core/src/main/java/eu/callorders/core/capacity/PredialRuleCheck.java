package eu.callorders.core.capacity;

import static eu.callorders.core.capacity.RuleVerdict.passed;
import static eu.callorders.core.capacity.RuleVerdict.waiting;

import eu.callorders.core.predial.PredialFacts;
import eu.callorders.core.predial.PredialFailure;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Evaluates the rule of the check before the dial. */
final class PredialRuleCheck {
  private static final DialRule RULE = DialRule.PREDIAL_CHECK;

  private PredialRuleCheck() {}

  static RuleVerdict verdict(PredialFacts facts) {
    return switch (facts) {
      case PredialFacts.NotConfigured _ -> passed(RULE, "The tenant has no check before the dial.");
      case PredialFacts.NotAsked _ ->
          passed(RULE, state("not_asked"), "The client is asked right before the dial.");
      case PredialFacts.Asked(var until) ->
          waiting(RULE, until, state("asked"), "The client has been asked whether to dial.");
      case PredialFacts.Permitted(var failure) ->
          failure == null
              ? passed(RULE, state("permitted"), "The client permits the dial.")
              : passed(
                  RULE,
                  state("unanswered", failure),
                  "The client gave no valid answer (%s); the tenant's setting lets the call proceed."
                      .formatted(failure.wire()));
      case PredialFacts.Held(var until, var failure, var failures) ->
          held(until, failure, failures);
      case PredialFacts.Paused(var until) ->
          waiting(
              RULE,
              until,
              state("paused"),
              "The client's endpoint has failed several times in a row and is not asked for a"
                  + " while.");
    };
  }

  private static RuleVerdict held(Instant until, @Nullable PredialFailure failure, int failures) {
    return failure == null
        ? waiting(RULE, until, state("held"), "The client holds the order.")
        : waiting(
            RULE,
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
}
