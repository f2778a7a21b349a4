package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FirstPagePoller;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.PagedRows;
import java.util.Comparator;
import java.util.List;
import java.util.function.Consumer;

/** The tenants of the deployment. */
final class TenantsViewModel {
  final PagedRows<TenantRow> tenants;
  final ActionRunner actions;
  final FirstPagePoller poller;
  private final BackgroundExecutor background;
  private final ApiClient administration;

  TenantsViewModel(BackgroundExecutor background, ApiClient administration) {
    this.background = background;
    this.administration = administration;
    // tenants have no timestamp of changes, so the latest copy counts
    this.tenants = new PagedRows<>(background, TenantRow::id, Comparator.comparing(TenantRow::id));
    this.actions = new ActionRunner(background);
    this.poller = new FirstPagePoller(tenants);
  }

  void load() {
    actions.failure.set(null);
    tenants.restart(
        new ListQuery<>(
            after -> administration.page(TenantRow.PATH, Query.none(), after).map(TenantRow::new),
            ignored -> true,
            Comparator.comparing(TenantRow::id).reversed()));
  }

  /** Reads a tenant, which may be on a later page; a failure is ignored. */
  void read(String tenantId, Consumer<TenantRow> loaded) {
    background.run(
        () -> administration.get(TenantRow.PATH + "/" + tenantId).body(),
        tenant -> loaded.accept(new TenantRow(tenant)),
        ignored -> {});
  }

  /** A disabled tenant gets no tokens, and its orders are not dialed. */
  void setDisabled(TenantRow tenant, boolean disabled) {
    JsonNode body = Json.object().put("disabled", disabled);
    actions.start(
        tenant.name(), () -> administration.patch(tenant.path(), "", body).body(), this::show);
  }

  /** Shows a new or changed tenant. */
  void show(JsonNode tenant) {
    tenants.put(List.of(new TenantRow(tenant)));
  }
}
