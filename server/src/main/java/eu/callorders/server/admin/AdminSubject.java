package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;

/** The person that an address names. */
record AdminSubject(Tenant tenant, String reference) {

  /** As long as a reference can be: nobody has a longer one. */
  private static final int LONGEST = 128;

  /**
   * Refuses with {@code not_found} when there is no such tenant, or can be no such person; any
   * other may exist.
   */
  static Future<AdminSubject> of(
      SqlConnection connection, TenantStore tenants, ApiRequest request) {
    String reference = request.pathParameter("reference");
    if (reference.length() > LONGEST) {
      return Future.failedFuture(new ProblemException(Problem.notFound()));
    }
    return tenants
        .find(connection, AdminPaths.tenant(request))
        .map(found -> found.orElseThrow(() -> new ProblemException(Problem.notFound())))
        .map(tenant -> new AdminSubject(tenant, reference));
  }
}
