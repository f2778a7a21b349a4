package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.auth.Registrations;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.UUID;

/** {@code PATCH /admin/v1/tenants/{tenant_id}/registrations/{client_id}}. */
final class UpdateRegistrationOperation implements Operation {
  private final Database database;
  private final Registrations registrations;
  private final InstantSource clock;

  UpdateRegistrationOperation(Database database, Registrations registrations, InstantSource clock) {
    this.database = database;
    this.registrations = registrations;
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
                registrations.change(
                    connection, tenantId, id, before -> RegistrationDocument.patch(before, patch)))
        .map(changed -> Reply.of(200, RegistrationDocument.of(changed, clock.instant())));
  }
}
