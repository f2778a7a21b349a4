package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.Registration.Settings;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.RegistrationEditor.Created;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.UUID;

/** {@code POST /admin/v1/tenants/{tenant_id}/registrations}. */
final class CreateRegistrationOperation implements Operation {
  private final Database database;
  private final TenantStore tenants;
  private final RegistrationEditor registrations;
  private final AuditLog audit;
  private final InstantSource clock;

  CreateRegistrationOperation(
      Database database,
      TenantStore tenants,
      RegistrationEditor registrations,
      AuditLog audit,
      InstantSource clock) {
    this.database = database;
    this.tenants = tenants;
    this.registrations = registrations;
    this.audit = audit;
    this.clock = clock;
  }

  @Override
  public String operationId() {
    return "createRegistration";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    var body = request.requiredBody();
    Settings settings =
        RegistrationDocument.patch(Settings.unrestricted(body.path("name").textValue()), body);
    return database.asWorker(connection -> create(connection, tenantId, settings)).map(this::reply);
  }

  private Future<Created> create(SqlConnection connection, UUID tenantId, Settings settings) {
    return tenants
        .find(connection, tenantId)
        .compose(
            found ->
                found.isPresent()
                    ? registrations.create(connection, tenantId, settings)
                    : Future.failedFuture(new ProblemException(Problem.notFound())))
        .compose(created -> audit.append(connection, event(created)).map(created));
  }

  private static AuditEvent event(Created created) {
    return AuditEvent.of(
        AuditAction.REGISTRATION_CREATED,
        created.registration().tenantId(),
        IdKind.CLIENT.format(created.registration().id()));
  }

  private Reply reply(Created created) {
    ObjectNode document = RegistrationDocument.of(created.registration(), clock.instant());
    document
        .put("client_secret", created.secret().secret().text())
        .put("secret_id", IdKind.CLIENT_SECRET.format(created.secret().id()));
    String address =
        "/admin/v1/tenants/%s/registrations/%s"
            .formatted(
                document.path("tenant_id").textValue(), document.path("client_id").textValue());
    return Reply.of(201, document).with("Location", address);
  }
}
