package eu.callorders.server.dial;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;

/** Erases here what the gateway has erased. */
public interface PersonErasure {
  /** Requests the erasure of a person. */
  Future<?> request(SqlConnection connection, UUID tenantId, String reference);

  /** Takes the person out of an order that has ended. */
  Future<?> redact(SqlConnection connection, UUID tenantId, String reference, UUID orderId);
}
