package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.json.Json;
import eu.callorders.server.tracing.TracedStep;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.util.Optional;
import java.util.UUID;

/** Records attempts to deliver events of orders. */
record DeliveryTracer(Traces traces) {

  void record(LoadedDelivery delivery, DeliveryOutcome outcome) {
    DeliveryAttempt attempt = outcome.attempt();
    Buffer envelope = delivery.envelope();
    if (!traces.areOn() || attempt == null || envelope == null) {
      return;
    }
    ClaimedDelivery claimed = delivery.claimed();
    orderId(envelope)
        .ifPresent(
            order ->
                traces.record(
                    new TracedStep.WebhookSent(
                        claimed.tenantId(),
                        order,
                        claimed.id(),
                        claimed.endpointId(),
                        claimed.eventId(),
                        claimed.eventType(),
                        outcome.attempts().size(),
                        attempt.responseStatus(),
                        attempt.error(),
                        attempt.at(),
                        attempt.at().plusMillis(attempt.durationMs()))));
  }

  /** Reads {@code /related/call_order_id}, which comes before the members that may be large. */
  static Optional<UUID> orderId(Buffer envelope) {
    try (JsonParser json = Json.mapper().createParser(envelope.getBytes())) {
      json.nextToken();
      while (json.nextToken() == JsonToken.FIELD_NAME) {
        String member = json.currentName();
        json.nextToken();
        if (member.equals("related")) {
          JsonNode related = json.readValueAsTree();
          return IdKind.ORDER.parse(related.path("call_order_id").asText());
        }
        json.skipChildren();
      }
      return Optional.empty();
    } catch (IOException noJson) {
      return Optional.empty();
    }
  }
}
