package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;

/**
 * {@code DELETE /admin/v1/tenants/{tenant_id}/subjects/{reference}}: cancels a subject's orders and
 * enrollments and erases the data.
 */
final class EraseSubjectOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final ErasureRequests erasures;
  private final AuditLog audit;
  private final Runnable requested;

  /**
   * @param requested runs after the erasure is stored
   */
  EraseSubjectOperation(
      Database database,
      TenantStore tenants,
      ErasureRequests erasures,
      AuditLog audit,
      Runnable requested) {
    this.database = database;
    this.tenants = tenants;
    this.erasures = erasures;
    this.audit = audit;
    this.requested = requested;
  }

  @Override
  public String operationId() {
    return "eraseSubject";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database
        .asWorker(connection -> erase(connection, request))
        .onSuccess(id -> requested.run())
        .map(id -> Reply.of(202, accepted(id)));
  }

  private Future<UUID> erase(SqlConnection connection, ApiRequest request) {
    return AdminSubject.of(connection, tenants, request)
        .compose(
            subject ->
                erasures
                    .request(connection, subject.tenant().id(), subject.reference())
                    .compose(
                        id ->
                            audit
                                .append(
                                    connection,
                                    AuditEvent.of(
                                        AuditAction.SUBJECT_ERASURE_REQUESTED,
                                        subject.tenant().id(),
                                        IdKind.ERASURE.format(id)))
                                .map(id)));
  }

  private static ObjectNode accepted(UUID id) {
    return Json.object().put("erasure_id", IdKind.ERASURE.format(id)).put("status", "accepted");
  }
}
