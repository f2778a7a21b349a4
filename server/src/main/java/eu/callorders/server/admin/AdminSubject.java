package eu.callorders.server.admin;

import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** The subject in a request path. */
record AdminSubject(Tenant tenant, String reference) {
  private static final int MAX_LENGTH = 128;

  /** Fails with {@code not_found} for an unknown tenant or an impossible reference. */
  static Future<AdminSubject> of(SqlConnection connection, ApiRequest request) {
    String reference = request.pathParameter("reference");
    if (reference.length() > MAX_LENGTH) {
      return Future.failedFuture(ProblemException.notFound());
    }
    return TenantStore.require(connection, AdminPaths.tenant(request))
        .map(tenant -> new AdminSubject(tenant, reference));
  }
}
