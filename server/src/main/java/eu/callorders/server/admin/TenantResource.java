package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.FieldError;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.deletion.TenantDeletionRequests;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.legalhold.LegalHoldStore;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.Tenant;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The tenants. */
final class TenantResource {
  private final String environment;
  private final Database database;
  private final TenantProvisioner provisioning;
  private final TenantDeletionRequests deletions;
  private final TenantDocument document;
  private final TenantPredialChecks predialChecks;
  private final Cursors cursors;
  private final AuditLog audit;
  private final InstantSource clock;

  TenantResource(
      String environment,
      Database database,
      TenantProvisioner provisioning,
      TenantDeletionRequests deletions,
      TenantDocument document,
      TenantPredialChecks predialChecks,
      Cursors cursors,
      AuditLog audit,
      InstantSource clock) {
    this.environment = environment;
    this.database = database;
    this.provisioning = provisioning;
    this.deletions = deletions;
    this.document = document;
    this.predialChecks = predialChecks;
    this.cursors = cursors;
    this.audit = audit;
    this.clock = clock;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("createTenant", this::createTenant),
        Operation.of("listTenants", this::listTenants),
        Operation.of("getTenant", this::getTenant),
        Operation.of("updateTenant", this::updateTenant),
        Operation.of("deleteTenant", this::deleteTenant));
  }

  /** {@code POST /admin/v1/tenants}. */
  private Future<Reply> createTenant(ApiRequest request) {
    ObjectNode body = (ObjectNode) request.requiredBody();
    Tenant defaults =
        TenantDefaults.tenant(
            provisioning.newTenantId(), body.path("name").textValue(), environment);
    Tenant tenant = document.patch(defaults, body);
    return predialChecks
        .change(body)
        .compose(
            change -> database.asWorker(connection -> create(connection, request, tenant, change)))
        .map(
            created ->
                Reply.of(201, created)
                    .with("Location", "/admin/v1/tenants/" + IdKind.TENANT.format(tenant.id())));
  }

  private Future<ObjectNode> create(
      SqlConnection connection,
      ApiRequest request,
      Tenant tenant,
      TenantPredialChecks.Change change) {
    AuditEvent act =
        AuditEvent.of(request.caller().actor(), AuditAction.TENANT_CREATED, tenant.id());
    return provisioning
        .create(connection, tenant)
        .compose(created -> change.save(connection, tenant.id()))
        .compose(
            check ->
                audit.append(connection, act).map(done -> check.addTo(document.render(tenant))));
  }

  /** {@code GET /admin/v1/tenants}. */
  private Future<Reply> listTenants(ApiRequest request) {
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return database.asWorker(
        connection ->
            TenantStore.list(connection, before, request.limit() + 1)
                .compose(found -> page(connection, request, found)));
  }

  private Future<Reply> page(SqlConnection connection, ApiRequest request, List<Tenant> found) {
    return render(connection, found)
        .map(
            rendered ->
                cursors.page(
                    request,
                    found,
                    Tenant::id,
                    tenant -> Objects.requireNonNull(rendered.get(tenant.id()))));
  }

  /** By tenant, with what is stored about them elsewhere. */
  private Future<Map<UUID, ObjectNode>> render(SqlConnection connection, List<Tenant> found) {
    List<UUID> ids = found.stream().map(Tenant::id).toList();
    return deletions
        .requestTimes(connection, ids)
        .map(
            times ->
                found.stream()
                    .collect(
                        Collectors.toMap(
                            Tenant::id, tenant -> document.render(tenant, times.get(tenant.id())))))
        .compose(rendered -> predialChecks.addTo(connection, rendered));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}}. */
  private Future<Reply> getTenant(ApiRequest request) {
    return database
        .asWorker(connection -> show(connection, AdminPaths.tenant(request)))
        .map(shown -> Reply.of(200, shown));
  }

  private Future<ObjectNode> show(SqlConnection connection, UUID id) {
    return TenantStore.require(connection, id)
        .compose(tenant -> render(connection, List.of(tenant)))
        .map(rendered -> Objects.requireNonNull(rendered.get(id)));
  }

  /** {@code PATCH /admin/v1/tenants/{tenant_id}}. */
  private Future<Reply> updateTenant(ApiRequest request) {
    UUID id = AdminPaths.tenant(request);
    return predialChecks
        .change(request.requiredBody())
        .compose(change -> database.asWorker(connection -> update(connection, id, request, change)))
        .map(tenant -> Reply.of(200, tenant));
  }

  private Future<ObjectNode> update(
      SqlConnection connection, UUID id, ApiRequest request, TenantPredialChecks.Change change) {
    ObjectNode patch = (ObjectNode) request.requiredBody();
    return lockDialing(connection, patch)
        .compose(locked -> TenantStore.requireForUpdate(connection, id))
        .compose(before -> TenantDeletionRequests.requireNone(connection, id).map(before))
        .compose(
            before ->
                render(connection, List.of(before))
                    .compose(
                        rendered ->
                            save(
                                connection,
                                request,
                                before,
                                Objects.requireNonNull(rendered.get(id)),
                                change)));
  }

  /**
   * After the commit no intent follows from the countries before: dialers share this lock and read
   * the tenant under it. They reference the tenant's row too, so its lock comes later.
   */
  private static Future<Void> lockDialing(SqlConnection connection, ObjectNode patch) {
    return patch.has("allowed_countries")
        ? Locks.acquire(connection, Set.of(Locks.dialing()))
        : Future.succeededFuture();
  }

  /** The document after the change; {@code rendered} is the one before it. */
  private Future<ObjectNode> save(
      SqlConnection connection,
      ApiRequest request,
      Tenant before,
      ObjectNode rendered,
      TenantPredialChecks.Change change) {
    Tenant after = document.patch(before, (ObjectNode) request.requiredBody());
    return change
        .save(connection, after.id())
        .compose(
            check -> {
              AuditEvent act =
                  AuditEvent.of(request.caller().actor(), AuditAction.TENANT_UPDATED, after.id())
                      .withChange(rendered, check.withoutSecret().addTo(document.render(after)));
              Future<Void> saved =
                  after.equals(before) && !check.changed()
                      ? Future.succeededFuture()
                      : save(connection, after, act);
              return saved.map(done -> check.addTo(document.render(after)));
            });
  }

  /** Writes and audits changed settings only, after those that an upgrade has left unset. */
  private Future<Void> save(SqlConnection connection, Tenant after, AuditEvent act) {
    return keepNewSettings(connection, after.id())
        .compose(kept -> TenantStore.update(connection, after, clock.instant()))
        .compose(updated -> audit.append(connection, act));
  }

  private Future<Void> keepNewSettings(SqlConnection connection, UUID id) {
    AuditEvent kept = AuditEvent.ofService(AuditAction.TENANT_SETTINGS_KEPT, id);
    return TenantStore.setNewSettings(connection, id)
        .compose(
            changed -> changed ? audit.append(connection, kept) : Future.<Void>succeededFuture());
  }

  /** {@code DELETE /admin/v1/tenants/{tenant_id}}: rows follow in batches. */
  private Future<Reply> deleteTenant(ApiRequest request) {
    UUID id = AdminPaths.tenant(request);
    return database
        .asWorker(
            connection ->
                TenantStore.require(connection, id)
                    .compose(tenant -> requestDeletion(connection, request, tenant))
                    .compose(requested -> show(connection, id)))
        .map(shown -> Reply.of(202, shown));
  }

  /** Locks as {@link #update} does, so that a legal hold comes before the count or is refused. */
  private Future<Void> requestDeletion(
      SqlConnection connection, ApiRequest request, Tenant tenant) {
    if (!request.queryParameter("confirm").orElseThrow().equals(tenant.name())) {
      return Future.failedFuture(notConfirmed());
    }
    AuditEvent act =
        AuditEvent.of(request.caller().actor(), AuditAction.TENANT_DELETION_REQUESTED, tenant.id());
    return Locks.acquire(connection, Set.of(Locks.dialing()))
        .compose(locked -> TenantStore.requireForUpdate(connection, tenant.id()))
        .compose(same -> requireNoLegalHold(connection, tenant.id()))
        .compose(none -> deletions.request(connection, tenant.id()))
        .compose(isNew -> isNew ? audit.append(connection, act) : Future.<Void>succeededFuture());
  }

  private static Future<Void> requireNoLegalHold(SqlConnection connection, UUID tenantId) {
    return LegalHoldStore.count(connection, tenantId)
        .compose(
            holds ->
                holds == 0
                    ? Future.succeededFuture()
                    : Future.failedFuture(
                        ProblemException.of(
                            ProblemCode.LEGAL_HOLD,
                            "Legal holds are on persons of the tenant: release them before.")));
  }

  private static ProblemException notConfirmed() {
    return ProblemException.invalid(
        FieldError.query(
            "confirm",
            "inconsistent",
            "must be the name of the tenant",
            Map.of("rule", "equal", "other", "name")));
  }
}
