package eu.callorders.server.predial;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Money;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.buffer.Buffer;
import java.time.Instant;
import java.util.UUID;

/** Maps an order to the body of a question: an envelope like that of an event. */
final class QuestionMapper {
  private static final String TYPE = "predial.check";
  private static final String API_VERSION = "v1";

  private final String environment;

  /**
   * @param environment {@code live} or {@code sandbox}
   */
  QuestionMapper(String environment) {
    this.environment = environment;
  }

  /**
   * The body of a question.
   *
   * @param now the tenant's time
   */
  Buffer body(UUID questionId, CallOrder order, Instant now) {
    ObjectNode envelope =
        Json.object()
            .put("id", IdKind.EVENT.format(questionId))
            .put("api_version", API_VERSION)
            .put("environment", environment)
            .put("type", TYPE)
            .put("occurred_at", Timestamps.format(now))
            .put("tenant_id", IdKind.TENANT.format(order.tenantId()));
    envelope.set("data", data(order));
    return Buffer.buffer(Json.bytes(envelope));
  }

  private static ObjectNode data(CallOrder order) {
    ObjectNode data = Json.object().put("call_order_id", IdKind.ORDER.format(order.id()));
    order.document().clientReference().ifPresent(name -> data.put("client_reference", name));
    data.put("attempt", order.attemptCount() + 1);
    data.putObject("subject").put("reference", order.subjectReference());
    data.set("claim", claim(order));
    JsonNode metadata = order.document().metadata();
    if (!metadata.isMissingNode()) {
      data.set("metadata", metadata);
    }
    return data;
  }

  /** What the claim comes to by the order. */
  static Money outstanding(CallOrder order) {
    JsonNode outstanding = claim(order).path("outstanding");
    return Money.of(outstanding.path("value").asText(), outstanding.path("currency").asText());
  }

  private static JsonNode claim(CallOrder order) {
    return order.document().json().at("/context/claim");
  }
}
