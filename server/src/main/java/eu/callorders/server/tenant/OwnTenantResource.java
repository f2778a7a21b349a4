package eu.callorders.server.tenant;

import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.List;
import java.util.UUID;

/** The operation on the caller's tenant. */
public final class OwnTenantResource {
  private final Database database;
  private final TenantSnapshotView view;

  public OwnTenantResource(Database database, TenantSnapshotView view) {
    this.database = database;
    this.view = view;
  }

  public List<Operation> operations() {
    return List.of(Operation.of("getTenant", this::get));
  }

  /** {@code GET /v1/tenant}. */
  Future<Reply> get(ApiRequest request) {
    UUID id = request.caller().tenantId();
    return database
        .asTenant(id, connection -> TenantStore.find(connection, id))
        .map(Reply.ifFound(tenant -> Reply.of(200, view.render(tenant))));
  }
}
