package eu.callorders.server.dial;

import com.fasterxml.jackson.databind.node.ObjectNode;
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
    ObjectNode json = Json.object();
    if (explained.explanation().dialable()) {
      firstCall(json.put("verdict", "ready"), explained, explained.now());
    } else if (explained.explanation().isHeld()) {
      json.put("verdict", "held");
    } else {
      firstCall(json.put("verdict", "deferred"), explained, firstCallAt(explained));
    }
    if (!explained.explanation().dialable()) {
      json.set("rule", ExplanationView.ruleForTenant(explained.explanation().rules().getFirst()));
    }
    explained.notice().ifPresent(notice -> json.put("sandbox_notice", notice));
    return json;
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

  private static void firstCall(
      ObjectNode json, DialExplainer.OrderExplanation explained, Instant at) {
    json.put("first_call_at", Timestamps.format(at))
        .put("first_call_on", LocalDate.ofInstant(at, explained.zone()).toString());
  }
}
