package eu.callorders.server.idempotency;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** Renders the responses that accepted orders again, so that they need not be stored. */
@FunctionalInterface
public interface AcceptedBodies {
  /** The JSON text of each response, by order, byte for byte as it was sent. */
  Future<Map<UUID, String>> render(SqlConnection connection, Collection<UUID> orderIds);
}
