package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.problem.Problem;
import eu.callorders.server.http.ProblemBody;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import java.time.Instant;
import java.time.LocalDate;

/** The representation of what would become of an order. */
final class OrderPreviewView {
  private OrderPreviewView() {}

  static ObjectNode refused(Problem problem, String requestId) {
    ObjectNode json = Json.object().put("verdict", "refused");
    json.set("problem", ProblemBody.of(problem, null, requestId));
    return json;
  }

  static ObjectNode accepted(DialExplainer.OrderExplanation explained) {
    DialExplanation explanation = explained.explanation();
    ObjectNode json = Json.object().put("verdict", verdict(explanation));
    if (!explanation.isHeld()) {
      Instant firstCall = firstCallAt(explained);
      json.put("first_call_at", Timestamps.format(firstCall))
          .put("first_call_on", LocalDate.ofInstant(firstCall, explained.zone()).toString());
    }
    if (!explanation.dialable()) {
      json.set("rule", ExplanationView.ruleForTenant(explanation.rules().getFirst()));
    }
    explained.notice().ifPresent(notice -> json.put("sandbox_notice", notice));
    return json;
  }

  private static String verdict(DialExplanation explanation) {
    if (explanation.dialable()) {
      return "ready";
    }
    return explanation.isHeld() ? "held" : "deferred";
  }

  /** Without a known instant, as while all channels are busy, the plan counts. */
  private static Instant firstCallAt(DialExplainer.OrderExplanation explained) {
    Instant known = explained.explanation().nextPossibleAt();
    if (known != null) {
      return known;
    }
    return explained.order().state() instanceof OrderState.Scheduled(Instant planned)
            && planned.isAfter(explained.now())
        ? planned
        : explained.now();
  }
}
