package eu.callorders.console.admin;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FilteredListViewModel;
import eu.callorders.console.work.ListFilter;
import eu.callorders.console.work.PagedRows;
import java.time.ZoneId;
import java.util.Comparator;

/** The filtered audit log. */
final class AuditViewModel extends FilteredListViewModel<AuditRow> {
  AuditViewModel(BackgroundExecutor background, ApiClient administration, ZoneId zone) {
    super(
        administration,
        new Origin<>("/admin/v1/audit-log", AuditRow::of),
        new PagedRows<>(background, AuditRow::id, Comparator.comparing(AuditRow::id)),
        new ListFilter<>(zone, AuditRow::at)
            .with("tenant_id", AuditRow::tenantId)
            .with("action", AuditRow::action));
  }
}
