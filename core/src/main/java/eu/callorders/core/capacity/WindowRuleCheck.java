package eu.callorders.core.capacity;

import static eu.callorders.core.capacity.DialRuleChecks.putIfPresent;
import static eu.callorders.core.capacity.RuleVerdict.blocked;
import static eu.callorders.core.capacity.RuleVerdict.passed;
import static eu.callorders.core.capacity.RuleVerdict.waiting;

import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.WindowVerdict;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Evaluates the rule {@link DialRule#WINDOW}. */
final class WindowRuleCheck {
  /** Limits the length of the message. */
  private static final int MAX_BARRIERS = 6;

  private WindowRuleCheck() {}

  static RuleVerdict verdict(Instant now, CallingWindow window) {
    DialRule rule = DialRule.WINDOW;
    Optional<Instant> next = window.nextPermitted(now);
    if (next.isPresent() && next.get().equals(now)) {
      return passed(rule, "The calling window is open.");
    }
    Map<String, WindowVerdict> barriers = new LinkedHashMap<>();
    window.explain(now).barriers().stream()
        .filter(each -> barriers.size() < MAX_BARRIERS)
        .forEach(each -> barriers.putIfAbsent(each.message(), each));
    Map<String, Object> parameters =
        Map.of("barriers", barriers.values().stream().map(WindowRuleCheck::barrier).toList());
    String message = "The calling window is closed. " + String.join(" ", barriers.keySet());
    return next.map(until -> waiting(rule, until, parameters, message))
        .orElseGet(() -> blocked(rule, parameters, message + " It opens no more."));
  }

  private static Map<String, Object> barrier(WindowVerdict verdict) {
    Map<String, Object> barrier = new HashMap<>(verdict.parameters());
    barrier.put("rule", verdict.rule().wire());
    if (!verdict.source().isEmpty()) {
      barrier.put("source", verdict.source());
    }
    putIfPresent(barrier, "opens_at", verdict.opensAt());
    return barrier;
  }
}
