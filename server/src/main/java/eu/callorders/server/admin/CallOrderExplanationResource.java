package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.dial.DialExplainer;
import eu.callorders.server.dial.VerdictJson;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.util.List;

/** Why a call order is dialed or not. */
final class CallOrderExplanationResource {
  private final DialExplainer explanations;

  CallOrderExplanationResource(DialExplainer explanations) {
    this.explanations = explanations;
  }

  List<Operation> operations() {
    return List.of(Operation.of("explainCallOrder", this::explainCallOrder));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/call-orders/{order_id}/explanation}. */
  private Future<Reply> explainCallOrder(ApiRequest request) {
    return explanations
        .explain(AdminPaths.tenant(request), AdminPaths.order(request))
        .map(Reply.ifFound(explained -> Reply.of(200, json(explained))));
  }

  private static ObjectNode json(DialExplainer.OrderExplanation explained) {
    ObjectNode json =
        Json.object()
            .put("call_order_id", IdKind.ORDER.format(explained.order().id()))
            .put("status", explained.order().state().status().wire())
            .put("now", Timestamps.format(explained.now()))
            .put("dialable", explained.explanation().dialable());
    if (explained.explanation().nextPossibleAt() != null) {
      json.put("next_possible_at", Timestamps.format(explained.explanation().nextPossibleAt()));
    }
    explained.notice().ifPresent(notice -> json.put("sandbox_notice", notice));
    ArrayNode rules = json.putArray("rules");
    explained.explanation().rules().forEach(verdict -> rules.add(rule(verdict)));
    return json;
  }

  private static ObjectNode rule(RuleVerdict verdict) {
    ObjectNode json =
        Json.object()
            .put("rule", verdict.rule().wire())
            .put("verdict", verdict.verdict().wire())
            .put("message", verdict.message());
    if (verdict.until() != null) {
      json.put("until", Timestamps.format(verdict.until()));
    }
    return json.set("parameters", VerdictJson.parameter(verdict.parameters()));
  }
}
