package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.audit.AuditAct;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.database.Database;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.http.Json;
import eu.callorders.server.http.Operation;
import eu.callorders.server.http.Reply;
import eu.callorders.server.http.Timestamps;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.suppression.SuppressionList;
import eu.callorders.server.suppression.SuppressionView;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;

/**
 * {@code GET /admin/v1/tenants/{tenant_id}/subjects/{reference}}: everything that is held about a
 * person.
 */
final class ExportSubjectOperation implements Operation {
  private static final int MOST_SUPPRESSIONS = 10_000;

  private final Database database;
  private final TenantStore tenants;
  private final PersonRecords parts;
  private final AuditLog audit;
  private final InstantSource realTime;
  private final TranscriptStore transcripts = new TranscriptStore();

  ExportSubjectOperation(
      Database database,
      TenantStore tenants,
      PersonRecords parts,
      AuditLog audit,
      InstantSource realTime) {
    this.database = database;
    this.tenants = tenants;
    this.parts = parts;
    this.audit = audit;
    this.realTime = realTime;
  }

  @Override
  public String operationId() {
    return "exportSubject";
  }

  @Override
  public Future<Reply> handle(ApiRequest request) {
    return database
        .asWorker(
            connection ->
                AdminSubject.of(connection, tenants, request)
                    .compose(subject -> export(connection, subject)))
        .map(export -> Reply.of(200, export));
  }

  private Future<ObjectNode> export(SqlConnection connection, AdminSubject subject) {
    UUID tenantId = subject.tenant().id();
    Instant now = subject.tenant().now(realTime);
    ObjectNode export =
        Json.object()
            .put("subject_reference", subject.reference())
            .put("exported_at", Timestamps.format(realTime.instant()));
    return parts
        .orders()
        .ofSubject(connection, tenantId, subject.reference())
        .compose(orders -> addOrders(connection, export, orders, now))
        .compose(done -> parts.signals().of(connection, tenantId, subject.reference()))
        .map(signals -> export.set("signals", array(signals)))
        .compose(done -> parts.enrollments().of(connection, tenantId, subject.reference()))
        .map(enrollments -> export.set("enrollments", array(enrollments)))
        .compose(done -> suppressions(connection, subject))
        .map(suppressions -> export.set("suppressions", suppressions))
        .compose(
            done -> audit.append(connection, AuditAct.of(AuditAction.SUBJECT_EXPORTED, tenantId)))
        .map(export);
  }

  private Future<Void> addOrders(
      SqlConnection connection, ObjectNode export, List<CallOrder> orders, Instant now) {
    ArrayNode shown = export.putArray("orders");
    ArrayNode calls = export.putArray("calls");
    ArrayNode said = export.putArray("transcripts");
    Future<Void> all = Future.succeededFuture();
    for (CallOrder order : orders) {
      shown.add(parts.orderView().of(order, Audience.CONVERSATION_READER, now));
      for (var attempt : order.attempts()) {
        if (attempt.visible()) {
          ObjectNode call = parts.callView().of(attempt, Audience.CONVERSATION_READER, now);
          calls.add(call.put("to_number", attempt.attempt().to()));
          all =
              all.compose(
                  before -> addTranscript(connection, said, call.path("id"), attempt.id(), order));
        }
      }
    }
    return all;
  }

  /** Also one that has expired, as long as it is there. */
  private Future<Void> addTranscript(
      SqlConnection connection, ArrayNode said, JsonNode callId, UUID attemptId, CallOrder order) {
    return transcripts
        .find(connection, order.tenantId(), attemptId, Instant.EPOCH)
        .map(
            found -> {
              found.ifPresent(
                  document ->
                      said.add(
                          Json.object()
                              .put("call_id", callId.asText())
                              .setAll((ObjectNode) document)));
              return null;
            });
  }

  private static Future<ArrayNode> suppressions(SqlConnection connection, AdminSubject subject) {
    SuppressionList.Filter filter = new SuppressionList.Filter(null, subject.reference(), null);
    return SuppressionList.find(connection, subject.tenant().id(), filter, null, MOST_SUPPRESSIONS)
        .map(found -> array(found.stream().map(SuppressionView::of).toList()));
  }

  private static ArrayNode array(List<ObjectNode> nodes) {
    ArrayNode array = Json.array();
    nodes.forEach(array::add);
    return array;
  }
}
