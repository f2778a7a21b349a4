package eu.callorders.server.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.call.Audience;
import eu.callorders.server.hold.HoldQuery;
import eu.callorders.server.hold.HoldView;
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
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The sections of a subject's export: each reads its rows in pages. */
final class SubjectExportSections {
  /** A row has up to 1 MiB. */
  static final int PAGE_SIZE = 8;

  private static final Position START = new Position(Instant.EPOCH, new UUID(0, 0));

  private final SubjectRecords records;
  private final UUID tenantId;
  private final String reference;
  private final Instant now;

  /** The phones in the sections that were read. */
  private final Set<PhoneNumber> phones = new LinkedHashSet<>();

  private final SubjectCallSections calls;

  /**
   * A list of the export.
   *
   * @param readers read its parts, one after the other; called when the sections before were read
   */
  record Section(String name, Supplier<List<Reader>> readers) {
    private static Section of(String name, Reader reader) {
      return new Section(name, () -> List.of(reader));
    }
  }

  /** Reads the page after a position; null is the position before the first row. */
  interface Reader {
    Future<ExportPage> read(SqlConnection connection, @Nullable Position after);
  }

  SubjectExportSections(SubjectRecords records, AdminSubject subject, Instant exportedAt) {
    this.records = records;
    this.tenantId = subject.tenant().id();
    this.reference = subject.reference();
    this.now = subject.tenant().now(InstantSource.fixed(exportedAt));
    this.calls = new SubjectCallSections(records.callView(), tenantId, reference, now, phones);
  }

  List<Section> all() {
    return List.of(
        Section.of("orders", this::orders),
        new Section("calls", calls::calls),
        new Section("transcripts", calls::transcripts),
        Section.of("signals", this::signals),
        Section.of("enrollments", this::enrollments),
        new Section("suppressions", () -> named(this::suppressions, this::suppressionsOf)),
        Section.of("promises", this::promises),
        new Section("holds", () -> named(this::holds, this::holdsOf)),
        new Section("evidence", calls::evidence),
        Section.of("legal_holds", this::legalHolds));
  }

  /** Reads what names the subject, then what names each of its phones only. */
  private List<Reader> named(Reader bySubject, Function<PhoneNumber, Reader> byPhone) {
    return Stream.concat(Stream.of(bySubject), phones.stream().map(byPhone)).toList();
  }

  static Position start(@Nullable Position after) {
    return after == null ? START : after;
  }

  private Future<ExportPage> orders(SqlConnection connection, @Nullable Position from) {
    return OrderStore.SUBJECT_PAGES
        .after(connection, tenantId, reference, start(from), PAGE_SIZE)
        .compose(
            page ->
                OrderStore.load(connection, page.stream().map(Position::id).toList())
                    .map(
                        orders ->
                            ExportPage.of(
                                orders.stream().map(this::order).toList(),
                                page.isEmpty() ? null : page.getLast())));
  }

  private ObjectNode order(CallOrder order) {
    phones.addAll(order.phones());
    return records.orderView().toJson(order, Audience.CONVERSATION_READER, now);
  }

  private Future<ExportPage> signals(SqlConnection connection, @Nullable Position from) {
    return SignalExport.page(connection, tenantId, reference, start(from), PAGE_SIZE)
        .map(this::addContacts);
  }

  private Future<ExportPage> enrollments(SqlConnection connection, @Nullable Position from) {
    return records
        .enrollments()
        .page(connection, tenantId, reference, start(from), PAGE_SIZE)
        .map(this::addContacts);
  }

  private ExportPage addContacts(ExportPage page) {
    for (ObjectNode item : page.items()) {
      for (JsonNode contact : item.path("contacts")) {
        phones.add(new PhoneNumber(contact.path("value").asText()));
      }
    }
    return page;
  }

  private Future<ExportPage> holds(SqlConnection connection, @Nullable Position from) {
    return HoldQuery.find(
            connection, tenantId, HoldQuery.Filter.ofSubject(reference), from, 100 * PAGE_SIZE)
        .map(rows -> page(rows, any -> true, HoldView::of));
  }

  private Reader holdsOf(PhoneNumber phone) {
    HoldQuery.Filter filter = HoldQuery.Filter.ofPhone(phone);
    return (connection, from) ->
        HoldQuery.find(connection, tenantId, filter, from, 100 * PAGE_SIZE)
            .map(rows -> page(rows, hold -> hold.names().subjectReference() == null, HoldView::of));
  }

  private Future<ExportPage> legalHolds(SqlConnection connection, @Nullable Position from) {
    return LegalHoldStore.find(connection, tenantId, reference)
        .map(
            found -> ExportPage.of(found.stream().map(LegalHoldResource::document).toList(), null));
  }

  private Future<ExportPage> suppressions(SqlConnection connection, @Nullable Position from) {
    SuppressionQuery.Filter filter = new SuppressionQuery.Filter(null, reference, null);
    return SuppressionQuery.find(connection, tenantId, filter, from, 100 * PAGE_SIZE)
        .map(rows -> page(rows, any -> true, SuppressionView::of));
  }

  private Reader suppressionsOf(PhoneNumber phone) {
    SuppressionQuery.Filter filter = new SuppressionQuery.Filter(phone, null, null);
    return (connection, from) ->
        SuppressionQuery.find(connection, tenantId, filter, from, 100 * PAGE_SIZE)
            .map(
                rows -> page(rows, entry -> entry.subjectReference() == null, SuppressionView::of));
  }

  private Future<ExportPage> promises(SqlConnection connection, @Nullable Position from) {
    PromiseQuery.Filter filter = new PromiseQuery.Filter(reference, null);
    return PromiseQuery.find(connection, tenantId, filter, from, 100 * PAGE_SIZE)
        .map(rows -> page(rows, any -> true, PromiseView::of));
  }

  private static <T> ExportPage page(
      ListRows<T> rows, Predicate<T> filter, Function<T, ObjectNode> view) {
    return ExportPage.of(
        rows.found().stream().filter(filter).map(view).toList(),
        rows.positions().isEmpty() ? null : rows.positions().getLast());
  }
}
