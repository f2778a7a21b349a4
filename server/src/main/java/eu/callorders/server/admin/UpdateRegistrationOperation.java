package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.Registration;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.RegistrationEditor.Changed;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.UUID;

/** {@code PATCH /admin/v1/tenants/{tenant_id}/registrations/{client_id}}. */
final class UpdateRegistrationOperation implements Operation {
  private final Database database;
  private final RegistrationEditor registrations;
  private final AuditLog audit;
  private final InstantSource clock;

  UpdateRegistrationOperation(
      Database database, RegistrationEditor registrations, AuditLog audit, InstantSource clock) {
    this.database = database;
    this.registrations = registrations;
    this.audit = audit;
    this.clock = clock;
  }

  @Override
  public String operationId() {
    return "updateRegistration";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    JsonNode patch = request.requiredBody();
    return database
        .asWorker(
            connection ->
                registrations
                    .change(
                        connection,
                        tenantId,
                        id,
                        before -> RegistrationDocument.patch(before, patch))
                    .compose(changed -> audit(connection, changed)))
        .map(changed -> Reply.of(200, RegistrationDocument.of(changed, clock.instant())));
  }

  private Future<Registration> audit(SqlConnection connection, Changed changed) {
    Registration after = changed.after();
    if (!changed.modified()) {
      return Future.succeededFuture(after);
    }
    AuditEvent act =
        AuditEvent.of(
            AuditAction.REGISTRATION_UPDATED, after.tenantId(), IdKind.CLIENT.format(after.id()));
    return audit.append(connection, act).map(after);
  }
}
