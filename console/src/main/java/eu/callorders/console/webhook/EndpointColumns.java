package eu.callorders.console.webhook;

import eu.callorders.console.ui.Column;
import eu.callorders.console.ui.Columns;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** The columns of the endpoint list. */
final class EndpointColumns {
  private EndpointColumns() {}

  static List<Column<EndpointRow>> all(Texts texts) {
    Columns<EndpointRow> columns = new Columns<>(texts);
    return List.of(
        columns
            .value("status", 125, "endpoint_status", EndpointRow::status)
            .renderedBy(row -> EndpointStatusStyle.status(texts, row.status())),
        columns
            .text("health", 140, row -> EndpointStatusStyle.healthText(texts, row))
            .renderedBy(row -> EndpointStatusStyle.health(texts, row)),
        columns.text("url", 290, EndpointRow::url),
        columns
            .value("verification", 120, "verification", EndpointRow::verification)
            .renderedBy(row -> EndpointStatusStyle.verification(texts, row.verification())),
        columns.text("description", 180, EndpointRow::description),
        columns.time("last_success_at", EndpointRow::lastSuccessAt),
        columns.time("last_failure_at", EndpointRow::lastFailureAt),
        columns
            .text("event_types", 220, row -> String.join(", ", row.eventTypes()))
            .hiddenByDefault(),
        columns.text("endpoint_id", 290, EndpointRow::id).hiddenByDefault(),
        columns.time("created_at", EndpointRow::createdAt).hiddenByDefault());
  }
}
