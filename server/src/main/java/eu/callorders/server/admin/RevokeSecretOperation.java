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
import java.util.UUID;

/** {@code DELETE .../registrations/{client_id}/secrets/{secret_id}}. */
final class RevokeSecretOperation implements Operation {
  private final Database database;
  private final RegistrationEditor registrations;
  private final AuditLog audit;

  RevokeSecretOperation(Database database, RegistrationEditor registrations, AuditLog audit) {
    this.database = database;
    this.registrations = registrations;
    this.audit = audit;
  }

  @Override
  public String operationId() {
    return "revokeSecret";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    UUID secretId = AdminPaths.secret(request);
    boolean endTokens =
        request.queryParameter("revoke_tokens").map(Boolean::parseBoolean).orElse(false);
    AuditEvent act =
        AuditEvent.of(
            AuditAction.REGISTRATION_SECRET_REVOKED,
            tenantId,
            IdKind.CLIENT_SECRET.format(secretId));
    return database
        .asWorker(
            connection ->
                registrations
                    .revokeSecret(connection, tenantId, id, secretId, endTokens)
                    .compose(revoked -> audit.append(connection, act)))
        .map(revoked -> Reply.empty(204));
  }
}
