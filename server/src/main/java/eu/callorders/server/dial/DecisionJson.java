package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.capacity.DialDecision;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.WindowVerdict;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Map;

/**
 * The decision that an attempt stores: each rule with its figures, and the requested disclosure.
 */
final class DecisionJson {
  private DecisionJson() {}

  /**
   * @param zone of the subject
   */
  static ObjectNode of(
      Instant now,
      ZoneId zone,
      CallingWindow window,
      DialDecision.Allowed allowed,
      AiDisclosure disclosure) {
    ObjectNode json = Json.object().put("at", Timestamps.format(now)).put("timezone", zone.getId());
    ArrayNode rules = json.putArray("rules");
    for (RuleVerdict verdict : allowed.explanation()) {
      setParameters(
          rules
              .addObject()
              .put("rule", verdict.rule().wire())
              .put("verdict", verdict.verdict().wire())
              .put("message", verdict.message()),
          verdict.parameters());
    }
    ArrayNode windowRules = json.putArray("window");
    for (WindowVerdict verdict : window.explain(now).verdicts()) {
      setParameters(
          windowRules
              .addObject()
              .put("rule", verdict.rule().wire())
              .put("verdict", verdict.permits() ? "pass" : "wait")
              .put("source", verdict.source())
              .put("message", verdict.message()),
          verdict.parameters());
    }
    json.putObject("disclosure")
        .put("language", disclosure.language())
        .put("text_sha256", disclosure.textSha256())
        .put("fallback", disclosure.fallback());
    return json;
  }

  private static void setParameters(ObjectNode rule, Map<String, Object> parameters) {
    if (!parameters.isEmpty()) {
      rule.set("parameters", VerdictJson.parameter(parameters));
    }
  }
}
