package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.hold.Hold;
import eu.callorders.core.hold.HoldSource;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.hold.HoldImport;
import eu.callorders.server.hold.HoldLocks;
import eu.callorders.server.hold.HoldQuery;
import eu.callorders.server.hold.HoldReader;
import eu.callorders.server.hold.HoldView;
import eu.callorders.server.hold.HoldWriter.NewHold;
import eu.callorders.server.hold.HoldWriter.Placed;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/** The holds of a tenant, as an operator places and releases them. */
final class HoldAdminResource {
  private final Database database;
  private final AdminOperations.HoldParts holds;
  private final Cursors cursors;
  private final AuditLog audit;
  private final InstantSource realTime;

  HoldAdminResource(
      Database database,
      AdminOperations.HoldParts holds,
      Cursors cursors,
      AuditLog audit,
      InstantSource realTime) {
    this.database = database;
    this.holds = holds;
    this.cursors = cursors;
    this.audit = audit;
    this.realTime = realTime;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("listHolds", this::list),
        Operation.of("createHold", this::create),
        Operation.of("getHold", this::get),
        Operation.of("releaseHold", this::release),
        Operation.of("importHolds", this::importAll));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/holds}: newest first. */
  private Future<Reply> list(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    Position after = cursors.after(request).orElse(null);
    return database
        .asWorker(
            connection ->
                now(connection, tenantId)
                    .compose(
                        now ->
                            HoldQuery.find(
                                connection,
                                tenantId,
                                HoldQuery.Filter.of(request),
                                after,
                                request.limit() + 1)))
        .map(found -> found.toPage(request, cursors, HoldView::of));
  }

  /** {@code POST /admin/v1/tenants/{tenant_id}/holds}: places a hold of source operator. */
  private Future<Reply> create(ApiRequest request) {
    return database.asWorker(connection -> create(connection, request));
  }

  private Future<Reply> create(SqlConnection connection, ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    return now(connection, tenantId)
        .compose(
            now -> {
              NewHold wanted =
                  HoldReader.newHold(tenantId, request.requiredBody(), HoldSource.OPERATOR, now);
              return HoldLocks.acquire(connection, tenantId, List.of(wanted.names()))
                  .compose(locked -> holds.writer().place(connection, wanted, now));
            })
        .compose(
            placed ->
                audit
                    .append(connection, event(request, AuditAction.HOLD_PLACED, placed.hold().id()))
                    .map(reply(tenantId, placed)));
  }

  private static Reply reply(UUID tenantId, Placed placed) {
    Hold hold = placed.hold();
    return placed.created()
        ? Reply.of(201, HoldView.of(hold))
            .with(
                "Location",
                "/admin/v1/tenants/%s/holds/%s"
                    .formatted(IdKind.TENANT.format(tenantId), IdKind.HOLD.format(hold.id())))
        : Reply.of(200, HoldView.of(hold));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/holds/{hold_id}}. */
  private Future<Reply> get(ApiRequest request) {
    return database
        .asWorker(
            connection ->
                holds
                    .store()
                    .find(connection, AdminPaths.tenant(request), AdminPaths.hold(request)))
        .map(Reply.ifFound(hold -> Reply.of(200, HoldView.of(hold))));
  }

  /**
   * {@code DELETE /admin/v1/tenants/{tenant_id}/holds/{hold_id}}: releases a hold of any source.
   */
  private Future<Reply> release(ApiRequest request) {
    return database
        .asWorker(connection -> release(connection, request))
        .onSuccess(done -> holds.released().run());
  }

  private Future<Reply> release(SqlConnection connection, ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID id = AdminPaths.hold(request);
    return now(connection, tenantId)
        .compose(now -> holds.writer().release(connection, tenantId, id, now))
        .map(found -> found.orElseThrow(ProblemException::notFound))
        .compose(
            hold ->
                audit
                    .append(connection, event(request, AuditAction.HOLD_RELEASED, id))
                    .map(Reply.empty(204)));
  }

  /** {@code POST /admin/v1/tenants/{tenant_id}/hold-imports}: places some holds, or none. */
  private Future<Reply> importAll(ApiRequest request) {
    return database.asWorker(connection -> importAll(connection, request));
  }

  private Future<Reply> importAll(SqlConnection connection, ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    JsonNode all = request.requiredBody().path("holds");
    return now(connection, tenantId)
        .compose(
            now -> {
              HoldImport wanted = HoldImport.of(tenantId, all, now);
              return wanted.place(connection, holds.writer(), now);
            })
        .compose(
            created ->
                audit
                    .append(
                        connection,
                        AuditEvent.of(
                            request.caller().actor(), AuditAction.HOLDS_IMPORTED, tenantId))
                    .map(
                        Reply.of(
                            200,
                            Json.object()
                                .put("created", created)
                                .put("existing", all.size() - created))));
  }

  /** The tenant's time; fails with {@code not_found} for an unknown tenant. */
  private Future<Instant> now(SqlConnection connection, UUID tenantId) {
    return TenantStore.require(connection, tenantId).map(tenant -> tenant.now(realTime));
  }

  private static AuditEvent event(ApiRequest request, AuditAction action, UUID holdId) {
    return new AuditEvent(
        request.caller().actor(), action, AdminPaths.tenant(request), IdKind.HOLD.format(holdId));
  }
}
