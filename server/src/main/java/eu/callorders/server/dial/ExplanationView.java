package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.util.HashMap;
import java.util.Map;

/** The representation of explanations, for operators and for the tenant of the order. */
public final class ExplanationView {
  private ExplanationView() {}

  public static ObjectNode forOperators(DialExplainer.OrderExplanation explained) {
    ObjectNode json = head(explained);
    ArrayNode rules = json.putArray("rules");
    explained.explanation().rules().forEach(verdict -> rules.add(rule(verdict)));
    return json;
  }

  /** Without what concerns other tenants. */
  static ObjectNode forTenant(DialExplainer.OrderExplanation explained) {
    ObjectNode json = head(explained);
    ArrayNode rules = json.putArray("rules");
    explained.explanation().rules().forEach(verdict -> rules.add(ruleForTenant(verdict)));
    return json;
  }

  private static ObjectNode head(DialExplainer.OrderExplanation explained) {
    ObjectNode json =
        Json.object()
            .put("call_order_id", IdKind.ORDER.format(explained.order().id()))
            .put("status", explained.order().state().status().wire())
            .put("now", Timestamps.format(explained.now()))
            .put("dialable", explained.explanation().dialable());
    Timestamps.putIfPresent(json, "next_possible_at", explained.explanation().nextPossibleAt());
    explained.notice().ifPresent(notice -> json.put("sandbox_notice", notice));
    return json;
  }

  static ObjectNode ruleForTenant(RuleVerdict verdict) {
    return rule(hidesReason(verdict) ? withoutReason(verdict) : verdict);
  }

  /** An operator writes the reason of a halt of more than the tenant for other operators. */
  private static boolean hidesReason(RuleVerdict verdict) {
    return verdict.rule() == DialRule.HALT
        && verdict.parameters().containsKey("reason")
        && !verdict.parameters().containsKey("tenant_id");
  }

  private static RuleVerdict withoutReason(RuleVerdict verdict) {
    Map<String, Object> parameters = new HashMap<>(verdict.parameters());
    parameters.remove("reason");
    return new RuleVerdict(
        verdict.rule(),
        verdict.verdict(),
        verdict.until(),
        parameters,
        "Dialing is halted by the operator of the service.");
  }

  private static ObjectNode rule(RuleVerdict verdict) {
    ObjectNode json =
        Json.object()
            .put("rule", verdict.rule().wire())
            .put("verdict", verdict.verdict().wire())
            .put("message", verdict.message());
    Timestamps.putIfPresent(json, "until", verdict.until());
    return json.set("parameters", VerdictJson.parameter(verdict.parameters()));
  }
}
