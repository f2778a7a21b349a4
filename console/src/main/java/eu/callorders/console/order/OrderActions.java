package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Scope;
import eu.callorders.console.bulk.BulkAction;
import eu.callorders.console.bulk.BulkActions;
import eu.callorders.console.bulk.Selection;
import eu.callorders.console.session.Session;
import eu.callorders.console.suppression.NewSuppression;
import eu.callorders.console.ui.Texts;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** What can be done with many orders. */
public final class OrderActions {
  static final BulkAction CANCEL =
      new BulkAction("cancel_orders", Scope.ORDERS_WRITE, true, OrderActions::cancel);
  static final BulkAction SUPPRESS =
      new BulkAction("suppress_subjects", Scope.SUPPRESSIONS_WRITE, true, OrderActions::suppress);

  private static final String PATH = "/v1/call-orders/";

  private OrderActions() {}

  public static BulkActions all() {
    return new BulkActions("orders", Texts.of(OrderActions.class), List.of(CANCEL, SUPPRESS));
  }

  static Selection select(int count, Stream<OrderRow> rows) {
    return Selection.of(
        count,
        rows,
        OrderRow::id,
        Map.of(CANCEL, OrderRow::canBeCanceled, SUPPRESS, row -> !row.subject().isEmpty()));
  }

  private static void cancel(Session session, String id, String key, JsonNode reason)
      throws ApiException {
    try {
      session.api().postPaced(PATH + id + "/cancel", key, reason);
    } catch (ApiException e) {
      if (!isCanceled(session, id, e.failure())) {
        throw e;
      }
    }
  }

  /** An earlier request may have canceled it longer ago than the service keeps keys. */
  private static boolean isCanceled(Session session, String id, Failure cause) throws ApiException {
    return cause.isRefused("order_not_cancelable")
        && session.may(Scope.ORDERS_READ)
        && JsonValues.text(session.api().get(PATH + id).body(), "status").equals("canceled");
  }

  /** Rows have masked numbers: the order is read for them. An entry that exists stays alone. */
  private static void suppress(Session session, String id, String key, JsonNode reason)
      throws ApiException {
    NewSuppression target =
        OrderSuppressionsViewModel.target(session.api().get(PATH + id).body())
            .withReason(JsonValues.text(reason, "reason"));
    int number = 0;
    for (JsonNode entry : target.bodies()) {
      number++;
      session.api().postPaced("/v1/suppressions", key + "-" + number, entry);
    }
  }
}
