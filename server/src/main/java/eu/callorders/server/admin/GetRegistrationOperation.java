package eu.callorders.server.admin;

import eu.callorders.core.problem.Problem;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import io.vertx.core.Future;
import java.time.InstantSource;
import java.util.UUID;

/** {@code GET /admin/v1/tenants/{tenant_id}/registrations/{client_id}}. */
final class GetRegistrationOperation implements Operation {
  private final Database database;
  private final RegistrationEditor registrations;
  private final InstantSource clock;

  GetRegistrationOperation(
      Database database, RegistrationEditor registrations, InstantSource clock) {
    this.database = database;
    this.registrations = registrations;
    this.clock = clock;
  }

  @Override
  public String operationId() {
    return "getRegistration";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    return database
        .asWorker(connection -> registrations.find(connection, tenantId, id))
        .map(
            found ->
                found
                    .map(each -> Reply.of(200, RegistrationDocument.of(each, clock.instant())))
                    .orElseGet(() -> Reply.problem(Problem.notFound())));
  }
}
