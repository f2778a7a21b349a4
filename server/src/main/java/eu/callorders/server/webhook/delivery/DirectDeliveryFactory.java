package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.event.Envelope;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Creates deliveries of events that go to one endpoint only and are not in the feed. */
public final class DirectDeliveryFactory {
  private final String environment;
  private final RandomGenerator random;

  /**
   * @param environment {@code live} or {@code sandbox}
   */
  public DirectDeliveryFactory(String environment, RandomGenerator random) {
    this.environment = environment;
    this.random = random;
  }

  /** Carries the challenge of a pending verification. */
  Delivery verification(Endpoint endpoint, Instant now) {
    ObjectNode data = Json.object().put("challenge", endpoint.verification().challenge());
    return delivery(endpoint, EventType.WEBHOOK_ENDPOINT_VERIFICATION, data, now);
  }

  public Delivery ping(Endpoint endpoint, Instant now) {
    return delivery(endpoint, EventType.WEBHOOK_ENDPOINT_PING, Json.object(), now);
  }

  private Delivery delivery(Endpoint endpoint, EventType type, ObjectNode data, Instant now) {
    Instant at = now.truncatedTo(ChronoUnit.MILLIS);
    UUID eventId = UuidV7.at(at, random);
    RelatedResources related = RelatedResources.none().webhookEndpoint(endpoint.id());
    NewEvent event = new NewEvent(endpoint.tenantId(), type, at, related, null, data);
    return new Delivery(
        UuidV7.at(at, random),
        endpoint.tenantId(),
        endpoint.id(),
        null,
        eventId,
        at,
        type.wire(),
        DeliveryStatus.PENDING,
        List.of(),
        at,
        at,
        Envelope.write(event, eventId, environment));
  }
}
