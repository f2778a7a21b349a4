package eu.callorders.server.tenant;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.UUID;

/** {@code GET /v1/tenant}. */
public final class GetOwnTenantOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final TenantSnapshotView view;

  public GetOwnTenantOperation(Database database, TenantStore tenants, TenantSnapshotView view) {
    this.database = database;
    this.tenants = tenants;
    this.view = view;
  }

  @Override
  public String operationId() {
    return "getTenant";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID id = request.caller().tenantId();
    return database
        .asTenant(id, connection -> tenants.find(connection, id))
        .map(
            found ->
                found
                    .map(tenant -> Reply.of(200, view.render(tenant)))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }
}
