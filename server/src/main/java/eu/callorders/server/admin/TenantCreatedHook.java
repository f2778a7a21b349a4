package eu.callorders.server.admin;

import eu.callorders.server.tenant.Tenant;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** Gives a new tenant what it starts with, in the transaction that creates it. */
@FunctionalInterface
public interface TenantCreatedHook {
  Future<Void> tenantCreated(SqlConnection connection, Tenant tenant);
}
