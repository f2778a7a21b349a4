package eu.callorders.server.dial;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;

/** Repeats here an erasure that the gateway has completed. */
public interface SubjectErasure {
  Future<?> request(SqlConnection connection, UUID tenantId, String reference);

  /** Redacts the subject in an ended order. */
  Future<?> redact(SqlConnection connection, UUID tenantId, String reference, UUID orderId);
}
