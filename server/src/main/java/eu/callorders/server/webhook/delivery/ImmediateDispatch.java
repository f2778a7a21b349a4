package eu.callorders.server.webhook.delivery;

import io.vertx.core.Future;
import java.util.UUID;

/** Sends a delivery ahead of its turn. */
@FunctionalInterface
public interface ImmediateDispatch {

  /**
   * Makes the next attempt of a committed delivery, even before it is due.
   *
   * @return completes when the outcome, of whatever kind, is stored, even if another request or
   *     node makes the attempt; or after a timeout
   */
  Future<Void> sendNow(UUID tenantId, UUID deliveryId);
}
