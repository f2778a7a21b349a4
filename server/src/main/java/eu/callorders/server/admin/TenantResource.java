package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The tenants. */
final class TenantResource {
  private final String environment;
  private final Database database;
  private final TenantProvisioner provisioning;
  private final TenantStore tenants;
  private final TenantDocument document;
  private final Cursors cursors;
  private final AuditLog audit;
  private final InstantSource clock;

  TenantResource(
      String environment,
      Database database,
      TenantProvisioner provisioning,
      TenantStore tenants,
      TenantDocument document,
      Cursors cursors,
      AuditLog audit,
      InstantSource clock) {
    this.environment = environment;
    this.database = database;
    this.provisioning = provisioning;
    this.tenants = tenants;
    this.document = document;
    this.cursors = cursors;
    this.audit = audit;
    this.clock = clock;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("createTenant", this::createTenant),
        Operation.of("listTenants", this::listTenants),
        Operation.of("getTenant", this::getTenant),
        Operation.of("updateTenant", this::updateTenant));
  }

  /** {@code POST /admin/v1/tenants}. */
  private Future<Reply> createTenant(ApiRequest request) {
    ObjectNode body = (ObjectNode) request.requiredBody();
    Tenant defaults =
        TenantDefaults.tenant(
            provisioning.newTenantId(), body.path("name").textValue(), environment);
    Tenant tenant = document.patch(defaults, body);
    return database
        .asWorker(connection -> create(connection, request, tenant))
        .map(
            created ->
                Reply.of(201, document.render(created))
                    .with("Location", "/admin/v1/tenants/" + IdKind.TENANT.format(created.id())));
  }

  private Future<Tenant> create(SqlConnection connection, ApiRequest request, Tenant tenant) {
    AuditEvent act =
        AuditEvent.of(request.caller().actor(), AuditAction.TENANT_CREATED, tenant.id());
    return provisioning
        .create(connection, tenant)
        .compose(created -> audit.append(connection, act).map(created));
  }

  /** {@code GET /admin/v1/tenants}. */
  private Future<Reply> listTenants(ApiRequest request) {
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return database
        .asWorker(connection -> tenants.list(connection, before, request.limit() + 1))
        .map(found -> cursors.page(request, found, Tenant::id, document::render));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}}. */
  private Future<Reply> getTenant(ApiRequest request) {
    return database
        .asWorker(connection -> tenants.find(connection, AdminPaths.tenant(request)))
        .map(Reply.ifFound(tenant -> Reply.of(200, document.render(tenant))));
  }

  /** {@code PATCH /admin/v1/tenants/{tenant_id}}. */
  private Future<Reply> updateTenant(ApiRequest request) {
    UUID id = AdminPaths.tenant(request);
    return database
        .asWorker(connection -> update(connection, id, request))
        .map(tenant -> Reply.of(200, document.render(tenant)));
  }

  private Future<Tenant> update(SqlConnection connection, UUID id, ApiRequest request) {
    ObjectNode patch = (ObjectNode) request.requiredBody();
    String actor = request.caller().actor();
    return tenants
        .findForUpdate(connection, id)
        .map(found -> found.orElseThrow(ProblemException::notFound))
        .compose(before -> save(connection, actor, before, document.patch(before, patch)));
  }

  /** Writes and audits changed settings only. */
  private Future<Tenant> save(SqlConnection connection, String actor, Tenant before, Tenant after) {
    if (after.equals(before)) {
      return Future.succeededFuture(before);
    }
    AuditEvent act = AuditEvent.of(actor, AuditAction.TENANT_UPDATED, after.id());
    return tenants
        .update(connection, after, clock.instant())
        .compose(updated -> audit.append(connection, act))
        .map(after);
  }
}
