package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;

/** {@code GET /admin/v1/tenants/{tenant_id}}. */
final class AdminGetTenantOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final TenantDocument document;

  AdminGetTenantOperation(Database database, TenantStore tenants, TenantDocument document) {
    this.database = database;
    this.tenants = tenants;
    this.document = document;
  }

  @Override
  public String operationId() {
    return "getTenant";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database
        .asWorker(connection -> tenants.find(connection, AdminPaths.tenant(request)))
        .map(
            found ->
                found
                    .map(tenant -> Reply.of(200, document.render(tenant)))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }
}
