package eu.callorders.server.admin;

import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.predial.PredialCheckEditor;
import eu.callorders.server.predial.PredialCheckEditor.RotatedCheck;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The secrets of the tenants' checks before the dial. */
final class PredialCheckResource {
  private final Database database;
  private final PredialCheckEditor editor;
  private final AuditLog audit;

  PredialCheckResource(Database database, PredialCheckEditor editor, AuditLog audit) {
    this.database = database;
    this.editor = editor;
    this.audit = audit;
  }

  List<Operation> operations() {
    return List.of(Operation.of("rotatePredialSecret", this::rotateSecret));
  }

  /** {@code POST /admin/v1/tenants/{tenant_id}/predial-check/rotate-secret}. */
  private Future<Reply> rotateSecret(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    AuditEvent act =
        AuditEvent.of(request.caller().actor(), AuditAction.PREDIAL_CHECK_SECRET_ROTATED, tenantId);
    return database
        .asWorker(
            connection ->
                rotate(connection, tenantId)
                    .compose(rotated -> audit.append(connection, act).map(rotated)))
        .map(
            rotated ->
                Reply.of(
                    200,
                    PredialCheckDocument.render(rotated.check(), Optional.of(rotated.secret()))));
  }

  private Future<RotatedCheck> rotate(SqlConnection connection, UUID tenantId) {
    return TenantStore.requireForUpdate(connection, tenantId)
        .compose(locked -> editor.rotateSecret(connection, tenantId))
        .map(rotated -> rotated.orElseThrow(ProblemException::notFound));
  }
}
