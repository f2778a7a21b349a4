package eu.callorders.server.deletion;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * How far the deletion of a tenant is. Times are real time.
 *
 * @param removedAt when the tenant's row was deleted; null before
 * @param table whose rows are being deleted; null for the first
 * @param position last row of that table that was read
 */
record TenantDeletion(
    UUID tenantId,
    @Nullable Instant removedAt,
    @Nullable String table,
    UUID position,
    Instant nextRunAt) {

  boolean isTenantRemoved() {
    return removedAt != null;
  }

  TenantDeletion postponedTo(Instant later) {
    return new TenantDeletion(tenantId, removedAt, table, position, later);
  }

  TenantDeletion at(String nextTable, UUID nextPosition) {
    return new TenantDeletion(tenantId, removedAt, nextTable, nextPosition, nextRunAt);
  }

  /** From the first table again, after the tenant's row was deleted. */
  TenantDeletion removed(Instant now, Instant later) {
    return new TenantDeletion(tenantId, now, null, TenantTable.START, later);
  }
}
