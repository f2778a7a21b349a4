package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
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
      return moveTo(json, "related") && moveTo(json, "call_order_id")
          ? IdKind.ORDER.parse(json.getText())
          : Optional.empty();
    } catch (IOException noJson) {
      return Optional.empty();
    }
  }

  /** Moves from the start of an object to the value of a member; false when there is none. */
  private static boolean moveTo(JsonParser json, String member) throws IOException {
    if (json.currentToken() != JsonToken.START_OBJECT) {
      return false;
    }
    while (json.nextToken() == JsonToken.FIELD_NAME) {
      boolean found = json.currentName().equals(member);
      json.nextToken();
      if (found) {
        return true;
      }
      json.skipChildren();
    }
    return false;
  }
}
