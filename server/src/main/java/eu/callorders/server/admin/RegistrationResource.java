package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.auth.Registration;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
import eu.callorders.server.auth.RegistrationEditor;
import eu.callorders.server.auth.RegistrationEditor.Changed;
import eu.callorders.server.auth.RegistrationEditor.Created;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The registrations of a tenant and their client secrets. */
final class RegistrationResource {
  private final Database database;
  private final RegistrationEditor registrations;
  private final Cursors cursors;
  private final AuditLog audit;
  private final InstantSource clock;

  RegistrationResource(
      Database database,
      RegistrationEditor registrations,
      Cursors cursors,
      AuditLog audit,
      InstantSource clock) {
    this.database = database;
    this.registrations = registrations;
    this.cursors = cursors;
    this.audit = audit;
    this.clock = clock;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("createRegistration", this::createRegistration),
        Operation.of("listRegistrations", this::listRegistrations),
        Operation.of("getRegistration", this::getRegistration),
        Operation.of("updateRegistration", this::updateRegistration),
        Operation.of("createSecret", this::createSecret),
        Operation.of("revokeSecret", this::revokeSecret),
        Operation.of("unlockRegistration", this::unlockRegistration));
  }

  /** {@code POST /admin/v1/tenants/{tenant_id}/registrations}. */
  private Future<Reply> createRegistration(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    var body = request.requiredBody();
    Settings settings =
        RegistrationDocument.patch(Settings.unrestricted(body.path("name").textValue()), body);
    return database
        .asWorker(connection -> create(connection, request, tenantId, settings))
        .map(this::created);
  }

  private Future<Created> create(
      SqlConnection connection, ApiRequest request, UUID tenantId, Settings settings) {
    return TenantStore.require(connection, tenantId)
        .compose(tenant -> registrations.create(connection, tenantId, settings))
        .compose(
            created ->
                audit
                    .append(
                        connection,
                        event(
                            request,
                            AuditAction.REGISTRATION_CREATED,
                            tenantId,
                            IdKind.CLIENT.format(created.registration().id())))
                    .map(created));
  }

  private Reply created(Created created) {
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

  /** {@code GET /admin/v1/tenants/{tenant_id}/registrations}. */
  private Future<Reply> listRegistrations(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return database
        .asWorker(
            connection ->
                TenantStore.require(connection, tenantId)
                    .compose(
                        tenant ->
                            registrations.list(connection, tenantId, before, request.limit() + 1)))
        .map(
            found ->
                cursors.page(
                    request,
                    found,
                    Registration::id,
                    each -> RegistrationDocument.of(each, clock.instant())));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/registrations/{client_id}}. */
  private Future<Reply> getRegistration(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    return database
        .asWorker(connection -> registrations.find(connection, tenantId, id))
        .map(Reply.ifFound(this::ok));
  }

  /** {@code PATCH /admin/v1/tenants/{tenant_id}/registrations/{client_id}}. */
  private Future<Reply> updateRegistration(ApiRequest request) {
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
                    .compose(changed -> audit(connection, request, changed)))
        .map(this::ok);
  }

  private Future<Registration> audit(
      SqlConnection connection, ApiRequest request, Changed changed) {
    Registration after = changed.after();
    if (!changed.modified()) {
      return Future.succeededFuture(after);
    }
    Instant now = clock.instant();
    AuditEvent event =
        event(
                request,
                AuditAction.REGISTRATION_UPDATED,
                after.tenantId(),
                IdKind.CLIENT.format(after.id()))
            .withChange(
                RegistrationDocument.of(changed.before(), now),
                RegistrationDocument.of(after, now));
    return audit.append(connection, event).map(after);
  }

  /** {@code POST /admin/v1/tenants/{tenant_id}/registrations/{client_id}/secrets}. */
  private Future<Reply> createSecret(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    return database
        .asWorker(connection -> addSecret(connection, request, tenantId, id))
        .map(secret -> Reply.of(201, RegistrationDocument.of(secret)));
  }

  private Future<NewSecret> addSecret(
      SqlConnection connection, ApiRequest request, UUID tenantId, UUID id) {
    return registrations
        .addSecret(connection, tenantId, id)
        .compose(
            secret ->
                audit
                    .append(
                        connection,
                        event(
                            request,
                            AuditAction.REGISTRATION_SECRET_CREATED,
                            tenantId,
                            IdKind.CLIENT_SECRET.format(secret.id())))
                    .map(secret));
  }

  /** {@code DELETE /admin/v1/tenants/{tenant_id}/registrations/{client_id}/secrets/{secret_id}}. */
  private Future<Reply> revokeSecret(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    UUID secretId = AdminPaths.secret(request);
    boolean endTokens =
        request.queryParameter("revoke_tokens").map(Boolean::parseBoolean).orElse(false);
    AuditEvent act =
        event(
            request,
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

  /** {@code POST /admin/v1/tenants/{tenant_id}/registrations/{client_id}/unlock}. */
  private Future<Reply> unlockRegistration(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.client(request);
    AuditEvent act =
        event(request, AuditAction.REGISTRATION_UNLOCKED, tenantId, IdKind.CLIENT.format(id));
    return database
        .asWorker(
            connection ->
                registrations
                    .unlock(connection, tenantId, id)
                    .compose(unlocked -> audit.append(connection, act).map(unlocked)))
        .map(this::ok);
  }

  private static AuditEvent event(
      ApiRequest request, AuditAction action, UUID tenantId, String target) {
    return new AuditEvent(request.caller().actor(), action, tenantId, target);
  }

  private Reply ok(Registration registration) {
    return Reply.of(200, RegistrationDocument.of(registration, clock.instant()));
  }
}
