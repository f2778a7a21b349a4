package eu.callorders.core.capacity;

import static eu.callorders.core.capacity.DialRuleChecks.format;
import static eu.callorders.core.capacity.DialRuleChecks.putIfPresent;
import static eu.callorders.core.capacity.RuleVerdict.passed;
import static eu.callorders.core.capacity.RuleVerdict.waiting;

import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.id.IdKind;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Evaluates the rule {@link DialRule#HOLD}. */
final class HoldRuleCheck {
  private HoldRuleCheck() {}

  static RuleVerdict verdict(List<ActiveHold> holds) {
    DialRule rule = DialRule.HOLD;
    if (holds.isEmpty()) {
      return passed(rule, "No hold bars the person, the number or the claim.");
    }
    Instant end = ActiveHold.lastEnd(holds).orElse(null);
    String reasons =
        holds.stream().map(ActiveHold::reason).distinct().collect(Collectors.joining(", "));
    return waiting(
        rule,
        end,
        Map.of("holds", holds.stream().map(HoldRuleCheck::describe).toList()),
        end == null
            ? "A hold bars the call until it is released: " + reasons + "."
            : "A hold bars the call until " + format(end) + ": " + reasons + ".");
  }

  private static Map<String, Object> describe(ActiveHold hold) {
    Map<String, Object> described = new HashMap<>();
    described.put("id", IdKind.HOLD.format(hold.id()));
    described.put("reason", hold.reason());
    putIfPresent(described, "until", hold.until());
    return described;
  }
}
