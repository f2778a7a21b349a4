package eu.callorders.server.admin;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.util.UUID;

/** {@code POST .../registrations/{client_id}/secrets}. */
final class CreateSecretOperation implements Operation {
  private final Database database;
  private final RegistrationEditor registrations;
  private final AuditLog audit;

  CreateSecretOperation(Database database, RegistrationEditor registrations, AuditLog audit) {
    this.database = database;
    this.registrations = registrations;
    this.audit = audit;
  }

  @Override
  public String operationId() {
    return "createSecret";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    return database
        .asWorker(connection -> create(connection, tenantId, id))
        .map(secret -> Reply.of(201, RegistrationDocument.of(secret)));
  }

  private Future<NewSecret> create(SqlConnection connection, UUID tenantId, UUID id) {
    return registrations
        .addSecret(connection, tenantId, id)
        .compose(secret -> audit.append(connection, event(tenantId, secret)).map(secret));
  }

  private static AuditEvent event(UUID tenantId, NewSecret secret) {
    return AuditEvent.of(
        AuditAction.REGISTRATION_SECRET_CREATED,
        tenantId,
        IdKind.CLIENT_SECRET.format(secret.id()));
  }
}
