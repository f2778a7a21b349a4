package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.PagedRows;
import java.util.Comparator;
import java.util.List;

/** The tenants of the deployment. */
final class TenantsViewModel {
  final PagedRows<TenantRow> tenants;
  final ActionRunner actions;
  private final ApiClient administration;

  TenantsViewModel(BackgroundExecutor background, ApiClient administration) {
    this.administration = administration;
    // tenants have no timestamp of changes, so the latest copy counts
    this.tenants = new PagedRows<>(background, TenantRow::id, Comparator.comparing(TenantRow::id));
    this.actions = new ActionRunner(background);
  }

  void load() {
    actions.failure.set(null);
    tenants.restart(
        after -> administration.page(TenantRow.PATH, Query.none(), after).map(TenantRow::new));
  }

  /** A disabled tenant gets no tokens, and its orders are not dialed. */
  void setDisabled(TenantRow tenant, boolean disabled) {
    JsonNode body = Json.object().put("disabled", disabled);
    actions.start(() -> administration.patch(tenant.path(), "", body).body(), this::show);
  }

  /** Updates a tenant; a new one comes first. */
  void show(JsonNode tenant) {
    tenants.putFirst(List.of(new TenantRow(tenant)));
    tenants.put(List.of(new TenantRow(tenant)));
  }
}
