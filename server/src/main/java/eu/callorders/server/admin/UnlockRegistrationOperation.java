package eu.callorders.server.admin;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.UUID;

/** {@code POST .../registrations/{client_id}/unlock}. */
final class UnlockRegistrationOperation implements Operation {
  private final Database database;
  private final RegistrationEditor registrations;
  private final AuditLog audit;
  private final InstantSource clock;

  UnlockRegistrationOperation(
      Database database, RegistrationEditor registrations, AuditLog audit, InstantSource clock) {
    this.database = database;
    this.registrations = registrations;
    this.audit = audit;
    this.clock = clock;
  }

  @Override
  public String operationId() {
    return "unlockRegistration";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    AuditEvent act =
        AuditEvent.of(AuditAction.REGISTRATION_UNLOCKED, tenantId, IdKind.CLIENT.format(id));
    return database
        .asWorker(
            connection ->
                registrations
                    .unlock(connection, tenantId, id)
                    .compose(unlocked -> audit.append(connection, act).map(unlocked)))
        .map(unlocked -> Reply.of(200, RegistrationDocument.of(unlocked, clock.instant())));
  }
}
