package eu.callorders.server.admin;

import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** Runs in the transaction that creates a tenant. */
@FunctionalInterface
public interface TenantCreatedHook {
  Future<Void> tenantCreated(SqlConnection connection, Tenant tenant);
}
