package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Query;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TextSearch;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;

/** The order list with its filters, kept up to date by the feed. */
final class OrdersViewModel extends FilteredListViewModel<OrderRow> {
  final TextSearch textSearch;

  OrdersViewModel(BackgroundExecutor background, Session session, ZoneId zone) {
    super(
        session.api(),
        new Origin<>("/v1/call-orders", "call_order.", OrderRow::of),
        new PagedRows<>(background, OrderRow::id, OrderRow.BY_UPDATED_AT)
            .merging((before, now) -> now.merge(before)),
        new ListFilter<>(zone, OrderRow::createdAt)
            .with("status", OrderRow::status)
            .withText("subject_reference", OrderRow::subject)
            .withText("client_reference", OrderRow::clientReference)
            .withText("order_type", OrderRow::orderType)
            .withText("enrollment_id", OrderRow::enrollmentId));
    this.textSearch = new TextSearch(session, search(), rows());
  }

  /** Searches by an identifier, otherwise by references, then by parts of all texts. */
  @Override
  protected ListQuery<OrderRow> search(String text) {
    if (text.startsWith("enr_")) {
      textSearch.startByIdentifier();
      return newestFirst(
          list(Query.none().with("enrollment_id", text)), row -> text.equals(row.enrollmentId()));
    }
    boolean isIdentifier = text.startsWith("ord_");
    Predicate<OrderRow> isListed =
        row ->
            isIdentifier
                ? text.equals(row.id())
                : text.equals(row.clientReference()) || text.equals(row.subject());
    TextSearch.Parts<OrderRow> parts =
        textSearch.start(
            text,
            new TextSearch.Hits<>(
                "order",
                subject -> ofSubject(subject).page(""),
                id -> find(id).source().page(""),
                isListed),
            newestFirst());
    List<PagedRows.Source<OrderRow>> lists =
        isIdentifier
            ? List.of(find(text).source(), parts)
            : List.of(list(Query.none().with("client_reference", text)), ofSubject(text), parts);
    return new ListQuery<>(
        ListQuery.chained(lists),
        row -> parts.matches(row.id(), row.subject(), row.clientReference()),
        Comparator.comparing((OrderRow row) -> !text.equals(row.clientReference()))
            .thenComparing(row -> !text.equals(row.subject()))
            .thenComparing(newestFirst()));
  }

  private PagedRows.Source<OrderRow> ofSubject(String reference) {
    return list(Query.none().with("subject_reference", reference));
  }

  @Override
  protected OrderRow rowOfEvent(JsonNode event) {
    return OrderRow.ofEvent(event);
  }

  /** A hold changes the orders that it stands on without an event of theirs. */
  void refreshAfterHolds(List<JsonNode> events) {
    if (events.stream().anyMatch(event -> event.path("type").asText().startsWith("hold."))) {
      rows().refresh();
    }
  }

  /** Adds an order created here, before its event arrives. */
  void orderCreated(OrderRow row) {
    rows().put(List.of(row));
  }

  /** Whether the list was loaded with neither a search nor a filter. */
  boolean listsAll() {
    return search().get().isBlank() && applied().parameters().isEmpty();
  }

  /** Whether a search overrides the filters. */
  BooleanBinding isSearching() {
    return Bindings.createBooleanBinding(() -> !search().get().isBlank(), search());
  }
}
