package eu.callorders.console.order;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.PagedRows;
import java.util.List;

/** Loads the pages of the order table. */
final class OrderSource {
  private static final String PATH = "/v1/call-orders";
  private static final int PAGE_SIZE = 100;
  private static final int NOT_FOUND = 404;

  /** Cursor prefix: the search by client reference is complete, the one by subject continues. */
  private static final String SUBJECT_CURSOR_PREFIX = "person:";

  private OrderSource() {}

  static PagedRows.Source<OrderRow> filtered(ApiClient api, OrderFilter filter) {
    return after -> page(api, filter.query(), after);
  }

  /**
   * Searches by order or enrollment identifier, otherwise by client reference and then by subject.
   */
  static PagedRows.Source<OrderRow> search(ApiClient api, String text) {
    if (text.startsWith("ord_")) {
      return ignored -> byId(api, text);
    }
    if (text.startsWith("enr_")) {
      return after -> page(api, Query.none().with("enrollment_id", text), after);
    }
    return after -> byReference(api, text, after);
  }

  private static Page<OrderRow> byReference(ApiClient api, String text, String after)
      throws ApiException {
    if (after.startsWith(SUBJECT_CURSOR_PREFIX)) {
      Query bySubject = Query.none().with("subject_reference", text);
      Page<OrderRow> page = page(api, bySubject, after.substring(SUBJECT_CURSOR_PREFIX.length()));
      return new Page<>(page.rows(), page.hasMore(), SUBJECT_CURSOR_PREFIX + page.next());
    }
    Page<OrderRow> page = page(api, Query.none().with("client_reference", text), after);
    return page.hasMore() ? page : new Page<>(page.rows(), true, SUBJECT_CURSOR_PREFIX);
  }

  private static Page<OrderRow> byId(ApiClient api, String id) throws ApiException {
    try {
      OrderRow row = OrderRow.of(api.get(PATH + "/" + id).body());
      return new Page<>(List.of(row), false, "");
    } catch (ApiException e) {
      if (e.failure() instanceof Failure.Refused refused
          && refused.problem().status() == NOT_FOUND) {
        return new Page<>(List.of(), false, "");
      }
      throw e;
    }
  }

  private static Page<OrderRow> page(ApiClient api, Query query, String after) throws ApiException {
    return api.page(PATH, query, PAGE_SIZE, after).map(OrderRow::of);
  }
}
