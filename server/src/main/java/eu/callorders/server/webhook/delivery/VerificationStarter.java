package eu.callorders.server.webhook.delivery;

import eu.callorders.core.event.EventType;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.Verification;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.Base64;

/** Starts the verification of endpoints. */
public final class VerificationStarter {
  private static final int CHALLENGE_BYTES = 32;

  private final DeliveryStore deliveries = new DeliveryStore();
  private final DirectDeliveryFactory direct;
  private final SecureRandom random;

  public VerificationStarter(DirectDeliveryFactory direct, SecureRandom random) {
    this.direct = direct;
    this.random = random;
  }

  public Verification start(Instant now) {
    byte[] bytes = new byte[CHALLENGE_BYTES];
    random.nextBytes(bytes);
    return Verification.started(Base64.getUrlEncoder().withoutPadding().encodeToString(bytes), now);
  }

  /** Sends the challenge of an endpoint that was just written, and skips older challenges. */
  public Future<Delivery> send(SqlConnection connection, Endpoint endpoint, Instant now) {
    return send(connection, endpoint, now, now);
  }

  /**
   * As above, for a sender that takes the delivery before it is due.
   *
   * @param dueAt when any node may send it
   */
  public Future<Delivery> send(
      SqlConnection connection, Endpoint endpoint, Instant now, Instant dueAt) {
    Delivery delivery = direct.verification(endpoint, now).dueAt(dueAt);
    return skipWaiting(connection, endpoint, now)
        .compose(stopped -> deliveries.insertDue(connection, delivery))
        .map(done -> delivery);
  }

  /** Skips waiting challenges. */
  Future<Void> skipWaiting(SqlConnection connection, Endpoint endpoint, Instant now) {
    return deliveries.skipWaiting(
        connection, endpoint, EventType.WEBHOOK_ENDPOINT_VERIFICATION.wire(), now);
  }
}
