package eu.callorders.server.admin;

import eu.callorders.server.auth.Registrations;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.util.UUID;

/** {@code POST .../registrations/{client_id}/secrets}. */
final class CreateSecretOperation implements Operation {
  private final Database database;
  private final Registrations registrations;

  CreateSecretOperation(Database database, Registrations registrations) {
    this.database = database;
    this.registrations = registrations;
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
        .asWorker(connection -> registrations.addSecret(connection, tenantId, id))
        .map(secret -> Reply.of(201, RegistrationDocument.of(secret)));
  }
}
