package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.database.Locks;
import eu.callorders.server.deletion.TenantDeletionRequests;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.legalhold.LegalHold;
import eu.callorders.server.legalhold.LegalHoldStore;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The legal holds of a tenant. */
final class LegalHoldResource {
  private static final int MAX_HOLDS = 1_000;

  private final Database database;
  private final Cursors cursors;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final RandomGenerator random;

  LegalHoldResource(
      Database database,
      Cursors cursors,
      AuditLog audit,
      InstantSource realTime,
      RandomGenerator random) {
    this.database = database;
    this.cursors = cursors;
    this.audit = audit;
    this.realTime = realTime;
    this.random = random;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("createLegalHold", this::create),
        Operation.of("listLegalHolds", this::list),
        Operation.of("getLegalHold", this::get),
        Operation.of("releaseLegalHold", this::release));
  }

  /** {@code POST /admin/v1/tenants/{tenant_id}/legal-holds}. */
  private Future<Reply> create(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    JsonNode body = request.requiredBody();
    String reference = body.path("subject_reference").textValue();
    return database.asWorker(
        connection ->
            Locks.acquire(connection, Set.of(Locks.subject(tenantId, reference)))
                .compose(locked -> TenantStore.requireForUpdate(connection, tenantId))
                .compose(tenant -> TenantDeletionRequests.requireNone(connection, tenantId))
                .compose(none -> LegalHoldStore.find(connection, tenantId, reference))
                .compose(
                    standing ->
                        standing.isPresent()
                            ? Future.succeededFuture(Reply.of(200, document(standing.get())))
                            : insert(connection, request, tenantId, body)));
  }

  private Future<Reply> insert(
      SqlConnection connection, ApiRequest request, UUID tenantId, JsonNode body) {
    Instant now = realTime.instant();
    LegalHold hold =
        new LegalHold(
            UuidV7.at(now, random),
            tenantId,
            body.path("subject_reference").textValue(),
            body.path("reason").textValue(),
            now);
    return requireNoErasure(connection, hold)
        .compose(none -> LegalHoldStore.count(connection, tenantId))
        .compose(
            count ->
                count < MAX_HOLDS
                    ? LegalHoldStore.insert(connection, hold)
                    : Future.failedFuture(limit()))
        .compose(
            inserted ->
                audit.append(connection, event(request, AuditAction.LEGAL_HOLD_CREATED, hold)))
        .map(noted -> Reply.of(201, document(hold)).with("Location", location(hold)));
  }

  /** An erasure that was accepted ends: a hold could not keep what is being erased. */
  private static Future<Void> requireNoErasure(SqlConnection connection, LegalHold hold) {
    return ErasureRequests.isPending(connection, hold.tenantId(), hold.subjectReference())
        .compose(
            pending ->
                pending
                    ? Future.failedFuture(
                        ProblemException.of(
                            ProblemCode.ERASURE_PENDING,
                            "The data of the person is being erased: a hold comes too late."))
                    : Future.succeededFuture());
  }

  private static ProblemException limit() {
    return ProblemException.of(
        ProblemCode.LEGAL_HOLD_LIMIT,
        "The tenant has " + MAX_HOLDS + " legal holds, which is the limit.");
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/legal-holds}. */
  private Future<Reply> list(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    return database
        .asWorker(
            connection ->
                TenantStore.require(connection, tenantId)
                    .compose(tenant -> list(connection, tenantId, request)))
        .map(found -> cursors.page(request, found, LegalHold::id, LegalHoldResource::document));
  }

  /** One more than a page has; there is at most one hold of a subject. */
  private Future<List<LegalHold>> list(
      SqlConnection connection, UUID tenantId, ApiRequest request) {
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return request
        .queryParameter("subject_reference")
        .map(
            reference ->
                LegalHoldStore.find(connection, tenantId, reference)
                    .map(found -> found.stream().toList()))
        .orElseGet(() -> LegalHoldStore.list(connection, tenantId, before, request.limit() + 1));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/legal-holds/{legal_hold_id}}. */
  private Future<Reply> get(ApiRequest request) {
    return database
        .asWorker(connection -> find(connection, request))
        .map(hold -> Reply.of(200, document(hold)));
  }

  private static Future<LegalHold> find(SqlConnection connection, ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = request.pathId(IdKind.LEGAL_HOLD, "legal_hold_id");
    return LegalHoldStore.find(connection, tenantId, id)
        .map(found -> found.orElseThrow(ProblemException::notFound));
  }

  /** {@code DELETE /admin/v1/tenants/{tenant_id}/legal-holds/{legal_hold_id}}. */
  private Future<Reply> release(ApiRequest request) {
    return database
        .asWorker(
            connection ->
                find(connection, request).compose(hold -> release(connection, request, hold)))
        .map(released -> Reply.empty(204));
  }

  private Future<Void> release(SqlConnection connection, ApiRequest request, LegalHold hold) {
    String lock = Locks.subject(hold.tenantId(), hold.subjectReference());
    return Locks.acquire(connection, Set.of(lock))
        .compose(locked -> LegalHoldStore.delete(connection, hold.tenantId(), hold.id()))
        .compose(
            deleted ->
                deleted
                    ? audit.append(
                        connection, event(request, AuditAction.LEGAL_HOLD_RELEASED, hold))
                    : Future.failedFuture(ProblemException.notFound()));
  }

  /** Without the reference: the audit log has no personal data. */
  private static AuditEvent event(ApiRequest request, AuditAction action, LegalHold hold) {
    return new AuditEvent(
        request.caller().actor(), action, hold.tenantId(), IdKind.LEGAL_HOLD.format(hold.id()));
  }

  private static String location(LegalHold hold) {
    return "/admin/v1/tenants/%s/legal-holds/%s"
        .formatted(IdKind.TENANT.format(hold.tenantId()), IdKind.LEGAL_HOLD.format(hold.id()));
  }

  static ObjectNode document(LegalHold hold) {
    return Json.object()
        .put("id", IdKind.LEGAL_HOLD.format(hold.id()))
        .put("subject_reference", hold.subjectReference())
        .put("reason", hold.reason())
        .put("created_at", Timestamps.format(hold.createdAt()));
  }
}
