package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.call.AttemptStore;
import eu.callorders.server.call.Audience;
import eu.callorders.server.call.CallAttempt;
import eu.callorders.server.call.TranscriptStore;
import eu.callorders.server.evidence.EvidenceStore;
import eu.callorders.server.hold.HoldQuery;
import eu.callorders.server.hold.HoldView;
import eu.callorders.server.json.Json;
import eu.callorders.server.legalhold.LegalHoldStore;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ExportPage;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.order.CallOrder;
import eu.callorders.server.order.OrderStore;
import eu.callorders.server.promise.PromiseQuery;
import eu.callorders.server.promise.PromiseView;
import eu.callorders.server.signal.SignalExport;
import eu.callorders.server.suppression.SuppressionQuery;
import eu.callorders.server.suppression.SuppressionView;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The sections of a subject's export: each reads its rows in pages. */
final class SubjectExportSections {
  /** A row has up to 1 MiB. */
  private static final int PAGE_SIZE = 8;

  private static final Position START = new Position(Instant.EPOCH, new UUID(0, 0));

  private final SubjectRecords records;
  private final UUID tenantId;
  private final String reference;
  private final Instant now;

  /** A list of the export. */
  record Section(String name, Reader reader) {}

  /** Reads the page after a position; null is the position before the first row. */
  interface Reader {
    Future<ExportPage> read(SqlConnection connection, @Nullable Position after);
  }

  SubjectExportSections(SubjectRecords records, AdminSubject subject, Instant exportedAt) {
    this.records = records;
    this.tenantId = subject.tenant().id();
    this.reference = subject.reference();
    this.now = subject.tenant().now(InstantSource.fixed(exportedAt));
  }

  List<Section> all() {
    return List.of(
        new Section("orders", this::orders),
        new Section("calls", this::calls),
        new Section("transcripts", this::transcripts),
        new Section(
            "signals",
            (connection, from) ->
                SignalExport.page(connection, tenantId, reference, start(from), PAGE_SIZE)),
        new Section(
            "enrollments",
            (connection, from) ->
                records
                    .enrollments()
                    .page(connection, tenantId, reference, start(from), PAGE_SIZE)),
        new Section("suppressions", this::suppressions),
        new Section("promises", this::promises),
        new Section("holds", this::holds),
        new Section("evidence", this::evidence),
        new Section("legal_holds", this::legalHolds));
  }

  private static Position start(@Nullable Position after) {
    return after == null ? START : after;
  }

  private Future<ExportPage> orders(SqlConnection connection, @Nullable Position from) {
    return pageOfOrders(
        connection,
        from,
        ids -> OrderStore.load(connection, ids),
        order -> List.of(records.orderView().toJson(order, Audience.CONVERSATION_READER, now)));
  }

  private Future<ExportPage> calls(SqlConnection connection, @Nullable Position from) {
    return pageOfOrders(
        connection,
        from,
        ids -> OrderStore.loadWithoutContext(connection, ids),
        order -> visible(order).stream().map(this::call).toList());
  }

  private interface OrderLoader {
    Future<List<CallOrder>> load(List<UUID> ids);
  }

  private Future<ExportPage> pageOfOrders(
      SqlConnection connection,
      @Nullable Position from,
      OrderLoader loader,
      Function<CallOrder, List<ObjectNode>> items) {
    return OrderStore.SUBJECT_PAGES
        .after(connection, tenantId, reference, start(from), PAGE_SIZE)
        .compose(
            page ->
                loader
                    .load(page.stream().map(Position::id).toList())
                    .map(
                        orders ->
                            ExportPage.of(
                                orders.stream()
                                    .flatMap(each -> items.apply(each).stream())
                                    .toList(),
                                page.isEmpty() ? null : page.getLast())));
  }

  private static List<CallAttempt> visible(CallOrder order) {
    return order.attempts().stream().filter(CallAttempt::isVisible).toList();
  }

  private ObjectNode call(CallAttempt attempt) {
    return records
        .callView()
        .render(attempt, Audience.CONVERSATION_READER, now)
        .put("to_number", attempt.attempt().phone().e164());
  }

  /** Includes expired transcripts that are not deleted yet. */
  private Future<ExportPage> transcripts(SqlConnection connection, @Nullable Position from) {
    return OrderStore.SUBJECT_PAGES
        .after(connection, tenantId, reference, start(from), 1)
        .compose(
            page ->
                OrderStore.loadWithoutContext(connection, page.stream().map(Position::id).toList())
                    .compose(orders -> transcripts(connection, orders))
                    .map(items -> ExportPage.of(items, page.isEmpty() ? null : page.getLast())));
  }

  private Future<List<ObjectNode>> transcripts(SqlConnection connection, List<CallOrder> orders) {
    List<ObjectNode> items = new ArrayList<>();
    Future<List<ObjectNode>> all = Future.succeededFuture(items);
    for (CallOrder order : orders) {
      for (CallAttempt attempt : visible(order)) {
        all =
            all.compose(
                before ->
                    TranscriptStore.find(connection, tenantId, attempt.id(), Instant.EPOCH)
                        .map(
                            found -> {
                              found.ifPresent(
                                  document ->
                                      items.add(
                                          Json.object()
                                              .put("call_id", call(attempt).path("id").asText())
                                              .setAll((ObjectNode) document)));
                              return items;
                            }));
      }
    }
    return all;
  }

  private Future<ExportPage> holds(SqlConnection connection, @Nullable Position from) {
    return HoldQuery.find(
            connection, tenantId, HoldQuery.Filter.ofSubject(reference), from, 100 * PAGE_SIZE)
        .map(rows -> page(rows, HoldView::of));
  }

  private Future<ExportPage> evidence(SqlConnection connection, @Nullable Position from) {
    return OrderStore.SUBJECT_PAGES
        .after(connection, tenantId, reference, start(from), PAGE_SIZE)
        .compose(
            page ->
                AttemptStore.idsOfOrders(
                        connection, tenantId, page.stream().map(Position::id).toList())
                    .compose(calls -> EvidenceStore.ofCalls(connection, tenantId, calls))
                    .map(
                        found ->
                            ExportPage.of(
                                found.stream().map(SubjectExportSections::evidence).toList(),
                                page.isEmpty() ? null : page.getLast())));
  }

  private static ObjectNode evidence(EvidenceStore.StoredEvidence evidence) {
    return Json.object()
        .put("call_id", IdKind.CALL.format(evidence.callId()))
        .put("jws", evidence.jws());
  }

  private Future<ExportPage> legalHolds(SqlConnection connection, @Nullable Position from) {
    return LegalHoldStore.find(connection, tenantId, reference)
        .map(
            found -> ExportPage.of(found.stream().map(LegalHoldResource::document).toList(), null));
  }

  private Future<ExportPage> suppressions(SqlConnection connection, @Nullable Position from) {
    SuppressionQuery.Filter filter = new SuppressionQuery.Filter(null, reference, null);
    return SuppressionQuery.find(connection, tenantId, filter, from, 100 * PAGE_SIZE)
        .map(rows -> page(rows, SuppressionView::of));
  }

  private Future<ExportPage> promises(SqlConnection connection, @Nullable Position from) {
    PromiseQuery.Filter filter = new PromiseQuery.Filter(reference, null);
    return PromiseQuery.find(connection, tenantId, filter, from, 100 * PAGE_SIZE)
        .map(rows -> page(rows, PromiseView::of));
  }

  private static <T> ExportPage page(ListRows<T> rows, Function<T, ObjectNode> view) {
    return ExportPage.of(
        rows.found().stream().map(view).toList(),
        rows.positions().isEmpty() ? null : rows.positions().getLast());
  }
}
