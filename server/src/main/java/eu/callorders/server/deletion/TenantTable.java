package eu.callorders.server.deletion;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** A table with rows of tenants, and how they are deleted in batches. */
interface TenantTable {
  /** Less than every identifier. */
  UUID START = new UUID(0, 0);

  String name();

  /** The table, and those whose rows are deleted with its rows. */
  Set<String> tables();

  /**
   * Deletes a batch of the tenant's rows.
   *
   * @param after where the batch before ended
   * @return where this one ended; empty when none is left
   */
  Future<Optional<UUID>> deleteBatch(SqlConnection connection, UUID tenantId, UUID after);
}
