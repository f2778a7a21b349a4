package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.UUID;

/** {@code PATCH /admin/v1/tenants/{tenant_id}}. */
final class UpdateTenantOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final TenantDocument document;
  private final AuditLog audit;
  private final InstantSource clock;

  UpdateTenantOperation(
      Database database,
      TenantStore tenants,
      TenantDocument document,
      AuditLog audit,
      InstantSource clock) {
    this.database = database;
    this.tenants = tenants;
    this.document = document;
    this.audit = audit;
    this.clock = clock;
  }

  @Override
  public String operationId() {
    return "updateTenant";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID id = AdminPaths.tenant(request);
    ObjectNode patch = (ObjectNode) request.requiredBody();
    return database
        .asWorker(connection -> update(connection, id, patch))
        .map(tenant -> Reply.of(200, document.render(tenant)));
  }

  private Future<Tenant> update(SqlConnection connection, UUID id, ObjectNode patch) {
    return tenants
        .findForUpdate(connection, id)
        .map(found -> found.orElseThrow(() -> new ProblemException(Problem.notFound())))
        .compose(before -> save(connection, before, document.patch(before, patch)));
  }

  /** Writes and audits changed settings only. */
  private Future<Tenant> save(SqlConnection connection, Tenant before, Tenant after) {
    if (after.equals(before)) {
      return Future.succeededFuture(before);
    }
    AuditEvent act = AuditEvent.of(AuditAction.TENANT_UPDATED, after.id());
    return tenants
        .update(connection, after, clock.instant())
        .compose(updated -> audit.append(connection, act))
        .map(after);
  }
}
