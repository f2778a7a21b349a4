package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.event.Envelope;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.Verification;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Base64;
import java.util.List;
import java.util.UUID;

/**
 * Inserts deliveries of events that go to one endpoint only and are not in the feed: challenges and
 * pings.
 */
public final class DirectDeliveryWriter {
  private static final int CHALLENGE_BYTES = 32;

  private final String environment;
  private final SecureRandom random;

  /**
   * @param environment {@code live} or {@code sandbox}
   */
  public DirectDeliveryWriter(String environment, SecureRandom random) {
    this.environment = environment;
    this.random = random;
  }

  /** A verification with a random challenge. */
  public Verification newVerification(Instant now) {
    byte[] bytes = new byte[CHALLENGE_BYTES];
    random.nextBytes(bytes);
    return Verification.started(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), now);
  }

  /**
   * Inserts the challenge of an endpoint that was just written, and skips older challenges.
   *
   * @param dueAt when any node may send it
   */
  public Future<Delivery> challenge(
      SqlConnection connection, Endpoint endpoint, Instant now, Instant dueAt) {
    EventType type = EventType.WEBHOOK_ENDPOINT_VERIFICATION;
    ObjectNode data = Json.object().put("challenge", endpoint.verification().challenge());
    return DeliveryStore.skipWaiting(connection, endpoint, type.wire(), now)
        .compose(skipped -> insert(connection, delivery(endpoint, type, data, now, dueAt)));
  }

  /**
   * Inserts a ping.
   *
   * @param dueAt when any node may send it
   */
  public Future<Delivery> ping(
      SqlConnection connection, Endpoint endpoint, Instant now, Instant dueAt) {
    EventType type = EventType.WEBHOOK_ENDPOINT_PING;
    return insert(connection, delivery(endpoint, type, Json.object(), now, dueAt));
  }

  private Future<Delivery> insert(SqlConnection connection, Delivery delivery) {
    return DeliveryStore.insertDue(connection, delivery).map(delivery);
  }

  private Delivery delivery(
      Endpoint endpoint, EventType type, ObjectNode data, Instant now, Instant dueAt) {
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
        dueAt,
        at,
        Envelope.of(event, eventId, environment).toString());
  }
}
