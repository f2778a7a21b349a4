package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FirstPagePoller;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** The running calls of a tenant, and the way to end one. */
final class RunningCallsViewModel implements ListViewModel<RunningCallRow> {
  static final int MAX_REASON_LENGTH = 500;

  /** Whose calls are listed from the next {@link #apply} on. */
  final StringProperty tenantId;

  final ActionRunner actions;
  private final ApiClient administration;
  private final String ownTenantId;
  private final PagedRows<RunningCallRow> rows;
  private final FirstPagePoller poller;
  private String listedTenantId;

  /**
   * @param ownTenantId listed at first, and when no other one is entered
   */
  RunningCallsViewModel(
      BackgroundExecutor background, ApiClient administration, String ownTenantId) {
    this.administration = administration;
    this.ownTenantId = ownTenantId;
    this.tenantId = new SimpleStringProperty(ownTenantId);
    this.listedTenantId = ownTenantId;
    this.actions = new ActionRunner(background);
    this.rows = new PagedRows<>(background, RunningCallRow::id, RunningCallRow.BY_STATE_AGE);
    this.poller = new FirstPagePoller(rows);
  }

  @Override
  public PagedRows<RunningCallRow> rows() {
    return rows;
  }

  /** Whether it is a call of the session's tenant. */
  boolean isOwn(RunningCallRow call) {
    return call.tenantId().equals(ownTenantId);
  }

  @Override
  public void apply() {
    actions.failure.set(null);
    String entered = tenantId.get().strip();
    String tenant = entered.isEmpty() ? ownTenantId : entered;
    if (!tenant.equals(listedTenantId)) {
      listedTenantId = tenant;
      rows.truncate(0);
    }
    String path = RunningCallRow.pathOf(tenant);
    Query query = Query.none().with("status", "running");
    rows.restart(
        new ListQuery<>(
            after ->
                administration.page(path, query, after).map(it -> RunningCallRow.of(tenant, it)),
            row -> row.tenantId().equals(tenant),
            Comparator.comparing(RunningCallRow::id).reversed()));
  }

  @Override
  public void filterBy(Map<String, String> filters) {
    tenantId.set(filters.getOrDefault("tenant_id", ownTenantId));
    apply();
  }

  @Override
  public void setPolled(boolean polled) {
    poller.setActive(polled);
  }

  /**
   * Has the gateway end the call; asking again changes nothing.
   *
   * @param person of the call in a failure
   */
  void hangUp(RunningCallRow call, String person, String reason) {
    ObjectNode body = Json.object().put("reason", reason.strip());
    String tenant = call.tenantId();
    String path = RunningCallRow.pathOf(tenant) + "/" + call.id() + "/hangup";
    actions.start(
        person,
        () -> administration.post(path, body).body(),
        ending -> rows.put(List.of(RunningCallRow.of(tenant, ending))),
        ignored -> rows.refresh());
  }
}
