package eu.callorders.server.webhook;

import io.vertx.core.Future;
import java.util.UUID;

/** Sends a delivery without waiting for its turn. */
@FunctionalInterface
public interface ImmediateDispatch {

  /**
   * Makes the next attempt of a delivery that has been committed, also before it falls due.
   *
   * @return completes when the attempt has ended and is in the log, whatever came of it; also when
   *     another request or node makes it, or when it takes too long
   */
  Future<Void> now(UUID tenantId, UUID deliveryId);
}
