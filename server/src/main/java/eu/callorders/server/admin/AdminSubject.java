package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.Refusal;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** The person that an address names. */
record AdminSubject(Tenant tenant, String reference) {

  /** Refuses with {@code not_found} when there is no such tenant; any person may exist. */
  static Future<AdminSubject> of(
      SqlConnection connection, TenantStore tenants, ApiRequest request) {
    return tenants
        .find(connection, AdminPaths.tenant(request))
        .map(found -> found.orElseThrow(() -> new Refusal(Problem.notFound())))
        .map(tenant -> new AdminSubject(tenant, request.pathParameter("reference")));
  }
}
