package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.dial.DialExplainer;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

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
    return json.set("parameters", parameter(verdict.parameters()));
  }

  private static JsonNode parameter(Object value) {
    return switch (value) {
      case Map<?, ?> members -> {
        ObjectNode json = Json.object();
        members.entrySet().stream()
            .sorted(Comparator.comparing(member -> member.getKey().toString()))
            .forEach(member -> json.set(member.getKey().toString(), parameter(member.getValue())));
        yield json;
      }
      case List<?> items -> {
        ArrayNode json = Json.array();
        items.forEach(item -> json.add(parameter(item)));
        yield json;
      }
      case Instant instant -> TextNode.valueOf(Timestamps.format(instant));
      case Integer number -> IntNode.valueOf(number);
      case Boolean truth -> BooleanNode.valueOf(truth);
      default -> TextNode.valueOf(value.toString()); // also dates and durations, in ISO 8601
    };
  }
}
