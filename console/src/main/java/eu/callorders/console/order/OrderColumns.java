package eu.callorders.console.order;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The columns of the order table. */
final class OrderColumns {
  private OrderColumns() {}

  static List<Column<OrderRow>> all(Texts texts) {
    Columns<OrderRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 135, "status", OrderRow::status)
            .withBadge(row -> OrderStatusStyle.tone(row.status())),
        columns.text("subject", 130, OrderRow::subject),
        columns.text("client_reference", 160, OrderRow::clientReference),
        columns.value("result", 180, "summary_code", OrderRow::summaryCode),
        columns.text("attempts", 90, row -> Integer.toString(row.attempts())),
        columns.time("next_attempt_at", OrderRow::nextAttemptAt),
        columns.time("created_at", OrderRow::createdAt),
        columns.text("order_type", 160, OrderRow::orderType),
        columns.text("id", 290, OrderRow::id),
        columns.time("updated_at", OrderRow::updatedAt).hiddenByDefault(),
        columns.time("ended_at", OrderRow::endedAt).hiddenByDefault(),
        columns.text("enrollment_id", 290, OrderRow::enrollmentId).hiddenByDefault());
  }
}
