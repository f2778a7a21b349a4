package eu.callorders.console.admin;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Comparator;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The filtered audit log. */
final class AuditViewModel implements ListViewModel<AuditRow> {
  private static final int PAGE_SIZE = 100;

  final StringProperty action = new SimpleStringProperty("");
  final StringProperty tenantId = new SimpleStringProperty("");
  final ObjectProperty<@Nullable LocalDate> from = new SimpleObjectProperty<>();

  /** The last day, inclusive. */
  final ObjectProperty<@Nullable LocalDate> to = new SimpleObjectProperty<>();

  private final ApiClient administration;
  private final ZoneId zone;
  private final PagedRows<AuditRow> rows;

  AuditViewModel(BackgroundExecutor background, ApiClient administration, ZoneId zone) {
    this.administration = administration;
    this.zone = zone;
    this.rows = new PagedRows<>(background, AuditRow::id, Comparator.comparing(AuditRow::id));
  }

  @Override
  public PagedRows<AuditRow> rows() {
    return rows;
  }

  @Override
  public void apply() {
    LocalDate first = from.get();
    LocalDate last = to.get();
    Query query =
        Query.none()
            .with("tenant_id", tenantId.get().strip())
            .with("action", action.get().strip())
            .with("created_after", first == null ? null : first.atStartOfDay(zone).toInstant())
            .with(
                "created_before",
                last == null ? null : last.plusDays(1).atStartOfDay(zone).toInstant());
    rows.restart(
        after ->
            administration.page("/admin/v1/audit-log", query, PAGE_SIZE, after).map(AuditRow::of));
  }

  @Override
  public void clear() {
    action.set("");
    tenantId.set("");
    from.set(null);
    to.set(null);
    apply();
  }
}
