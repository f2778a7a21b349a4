package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.call.HangupStore;
import eu.callorders.server.call.HangupStore.Hangup;
import eu.callorders.server.call.RunningCallQuery;
import eu.callorders.server.call.RunningCallQuery.RunningCall;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.tenant.TenantStore;
import eu.callorders.server.time.Timestamps;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The calls of a tenant that are under way. */
final class RunningCallResource {
  private final Database database;
  private final Cursors cursors;
  private final AuditLog audit;
  private final InstantSource clock;
  private final Runnable hangupRequested;

  /**
   * @param hangupRequested runs after a request to end a call is stored
   */
  RunningCallResource(
      Database database,
      Cursors cursors,
      AuditLog audit,
      InstantSource clock,
      Runnable hangupRequested) {
    this.database = database;
    this.cursors = cursors;
    this.audit = audit;
    this.clock = clock;
    this.hangupRequested = hangupRequested;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("listRunningCalls", this::listRunningCalls),
        Operation.of("hangUpCall", this::hangUpCall));
  }

  /** {@code GET /admin/v1/tenants/{tenant_id}/calls}. */
  private Future<Reply> listRunningCalls(ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    @Nullable UUID before = cursors.after(request).map(Cursors.Position::id).orElse(null);
    return database
        .asWorker(
            connection ->
                TenantStore.require(connection, tenantId)
                    .compose(
                        found ->
                            RunningCallQuery.list(
                                connection, tenantId, before, request.limit() + 1)))
        .map(found -> cursors.page(request, found, RunningCall::id, RunningCallResource::document));
  }

  /** {@code POST /admin/v1/tenants/{tenant_id}/calls/{call_id}/hangup}. */
  private Future<Reply> hangUpCall(ApiRequest request) {
    return database
        .asWorker(connection -> hangUp(connection, request))
        .onSuccess(call -> hangupRequested.run())
        .map(call -> Reply.of(202, document(call)));
  }

  /** Stores and audits the first request about a call only. */
  private Future<RunningCall> hangUp(SqlConnection connection, ApiRequest request) {
    UUID tenantId = AdminPaths.tenant(request);
    UUID callId = AdminPaths.call(request);
    String actor = request.caller().actor();
    Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    Hangup hangup =
        new Hangup(callId, tenantId, request.requiredBody().path("reason").textValue(), actor, now);
    AuditEvent event =
        new AuditEvent(actor, AuditAction.CALL_HUNG_UP, tenantId, IdKind.CALL.format(callId));
    return RunningCallQuery.find(connection, tenantId, callId)
        .map(found -> requireRunning(found.orElseThrow(ProblemException::notFound)))
        .compose(
            call ->
                HangupStore.insert(connection, hangup)
                    .compose(
                        isFirst ->
                            isFirst
                                ? audit.append(connection, event).map(call.withHangup(now))
                                : Future.succeededFuture(call)));
  }

  private static RunningCall requireRunning(RunningCall call) {
    if (!call.status().running()) {
      throw ProblemException.of(ProblemCode.CALL_ENDED, "The call is over.");
    }
    return call;
  }

  private static ObjectNode document(RunningCall call) {
    ObjectNode document =
        Json.object()
            .put("call_id", IdKind.CALL.format(call.id()))
            .put("call_order_id", IdKind.ORDER.format(call.orderId()))
            .put("status", call.status().wire())
            .put("subject_reference", call.subjectReference())
            .put("to", call.phone())
            .put("from", call.callerId())
            .put("started_at", Timestamps.format(call.intendedAt()));
    Timestamps.putIfPresent(document, "answered_at", call.answeredAt());
    Timestamps.putIfPresent(document, "hangup_requested_at", call.hangupRequestedAt());
    return document;
  }
}
