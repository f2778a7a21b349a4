package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.database.Database;
import eu.callorders.server.erasure.ErasureRequests;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** The data that a tenant has about a subject. */
final class SubjectResource {
  private final Database database;
  private final SubjectRecords records;
  private final ErasureRequests erasures;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final Runnable erasureRequested;

  /**
   * @param erasureRequested runs after the erasure is stored
   */
  SubjectResource(
      Database database,
      SubjectRecords records,
      ErasureRequests erasures,
      AuditLog audit,
      InstantSource realTime,
      Runnable erasureRequested) {
    this.database = database;
    this.records = records;
    this.erasures = erasures;
    this.audit = audit;
    this.realTime = realTime;
    this.erasureRequested = erasureRequested;
  }

  List<Operation> operations() {
    return List.of(
        Operation.of("exportSubject", this::exportSubject),
        Operation.of("eraseSubject", this::eraseSubject));
  }

  /**
   * {@code GET /admin/v1/tenants/{tenant_id}/subjects/{reference}}: exports a subject's data.
   * Commits the audit entry before the export starts.
   */
  private Future<Reply> exportSubject(ApiRequest request) {
    return database
        .asWorker(
            connection ->
                AdminSubject.of(connection, request)
                    .compose(
                        subject ->
                            audit
                                .append(
                                    connection,
                                    AuditEvent.of(
                                        request.caller().actor(),
                                        AuditAction.SUBJECT_EXPORTED,
                                        subject.tenant().id()))
                                .map(subject)))
        .map(
            subject ->
                Reply.ofParts(
                    200, new SubjectExport(database, records, subject, realTime.instant())));
  }

  /**
   * {@code DELETE /admin/v1/tenants/{tenant_id}/subjects/{reference}}: cancels a subject's orders
   * and enrollments and erases the data, unless a legal hold is on it. Commits the audit entry of a
   * refusal too.
   */
  private Future<Reply> eraseSubject(ApiRequest request) {
    return database
        .asWorker(connection -> erase(connection, request))
        .onSuccess(id -> id.ifPresent(accepted -> erasureRequested.run()))
        .map(
            id ->
                id.map(erasure -> Reply.of(202, accepted(erasure)))
                    .orElseGet(SubjectResource::refused));
  }

  private Future<Optional<UUID>> erase(SqlConnection connection, ApiRequest request) {
    return AdminSubject.of(connection, request)
        .compose(
            subject ->
                erasures
                    .requestUnlessHeld(connection, subject.tenant().id(), subject.reference())
                    .compose(
                        id ->
                            audit
                                .append(connection, event(request, subject.tenant().id(), id))
                                .map(id)));
  }

  private static AuditEvent event(ApiRequest request, UUID tenantId, Optional<UUID> erasure) {
    String actor = request.caller().actor();
    return erasure
        .map(
            id ->
                new AuditEvent(
                    actor,
                    AuditAction.SUBJECT_ERASURE_REQUESTED,
                    tenantId,
                    IdKind.ERASURE.format(id)))
        .orElseGet(() -> AuditEvent.of(actor, AuditAction.SUBJECT_ERASURE_REFUSED, tenantId));
  }

  private static Reply refused() {
    return Reply.problem(
        Problem.of(
            ProblemCode.LEGAL_HOLD,
            "A legal hold is on the person: nothing is erased before it ends."));
  }

  private static ObjectNode accepted(UUID id) {
    return Json.object().put("erasure_id", IdKind.ERASURE.format(id)).put("status", "accepted");
  }
}
