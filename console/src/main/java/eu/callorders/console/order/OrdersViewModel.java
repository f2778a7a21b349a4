package eu.callorders.console.order;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;

/** The order list with its filters, kept up to date by the feed. */
final class OrdersViewModel extends FilteredListViewModel<OrderRow> {
  /** Cursor prefix: the search by client reference is complete, the one by subject continues. */
  private static final String SUBJECT_CURSOR_PREFIX = "person:";

  OrdersViewModel(BackgroundExecutor background, ApiClient api, ZoneId zone) {
    super(
        api,
        new Origin<>("/v1/call-orders", "call_order.", OrderRow::of),
        new PagedRows<>(background, OrderRow::id, OrderRow.BY_UPDATED_AT),
        new ListFilter<>(zone, OrderRow::createdAt)
            .with("status", OrderRow::status)
            .with("order_type", OrderRow::orderType)
            .with("client_reference", OrderRow::clientReference)
            .with("subject_reference", OrderRow::subject)
            .with("enrollment_id", OrderRow::enrollmentId));
  }

  /** Searches by an identifier, otherwise by client reference and then by subject. */
  @Override
  protected ListQuery<OrderRow> search(String text) {
    if (text.startsWith("ord_")) {
      return find(text);
    }
    if (text.startsWith("enr_")) {
      return newestFirst(
          list(Query.none().with("enrollment_id", text)), row -> text.equals(row.enrollmentId()));
    }
    return new ListQuery<>(
        byReferences(text),
        row -> text.equals(row.clientReference()) || text.equals(row.subject()),
        Comparator.comparing((OrderRow row) -> !text.equals(row.clientReference()))
            .thenComparing(newestFirst()));
  }

  private PagedRows.Source<OrderRow> byReferences(String text) {
    PagedRows.Source<OrderRow> byClient = list(Query.none().with("client_reference", text));
    PagedRows.Source<OrderRow> bySubject = list(Query.none().with("subject_reference", text));
    return after -> {
      if (after.startsWith(SUBJECT_CURSOR_PREFIX)) {
        return subjectPage(bySubject.page(after.substring(SUBJECT_CURSOR_PREFIX.length())));
      }
      Page<OrderRow> page = byClient.page(after);
      return page.hasMore() ? page : joined(page, subjectPage(bySubject.page("")));
    };
  }

  private static Page<OrderRow> subjectPage(Page<OrderRow> page) {
    return new Page<>(page.rows(), page.hasMore(), SUBJECT_CURSOR_PREFIX + page.next());
  }

  private static Page<OrderRow> joined(Page<OrderRow> first, Page<OrderRow> second) {
    List<OrderRow> rows = Stream.concat(first.rows().stream(), second.rows().stream()).toList();
    return new Page<>(rows, second.hasMore(), second.next());
  }

  /** Adds an order created here, before its event arrives. */
  void orderCreated(OrderRow row) {
    rows().put(List.of(row));
  }

  /** Whether a search overrides the filters. */
  BooleanBinding isSearching() {
    return Bindings.createBooleanBinding(() -> !search().get().isBlank(), search());
  }
}
