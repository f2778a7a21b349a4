package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.AdminRole;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.ActionRunner;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FirstPagePoller;
import eu.callorders.console.work.ListQuery;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.util.List;
import java.util.Map;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The operators of the administration, and their tokens and roles. */
final class OperatorsViewModel implements ListViewModel<OperatorRow> {
  /** The token of a new operator, which the service shows only once. */
  record IssuedToken(String operator, String token) {
    @Override
    public String toString() {
      return "token of " + operator;
    }
  }

  final ActionRunner actions;

  /** Reset it once the token is stored. */
  final ObjectProperty<@Nullable IssuedToken> issued = new SimpleObjectProperty<>();

  private final ApiClient administration;
  private final PagedRows<OperatorRow> rows;
  private final FirstPagePoller poller;

  OperatorsViewModel(BackgroundExecutor background, ApiClient administration) {
    this.administration = administration;
    this.actions = new ActionRunner(background);
    this.rows = new PagedRows<>(background, OperatorRow::id, OperatorRow.BY_AGE);
    this.poller = new FirstPagePoller(rows);
  }

  @Override
  public PagedRows<OperatorRow> rows() {
    return rows;
  }

  @Override
  public void apply() {
    actions.failure.set(null);
    rows.restart(
        new ListQuery<>(
            after ->
                administration.page(OperatorRow.PATH, Query.none(), after).map(OperatorRow::new),
            ignored -> true,
            OperatorRow.NEWEST_FIRST));
  }

  @Override
  public void filterBy(Map<String, String> filters) {
    apply(); // the list has no filters
  }

  @Override
  public void setPolled(boolean polled) {
    poller.setActive(polled);
  }

  /** Creates an operator and publishes its token; the list shows it even after a lost response. */
  void create(String name, AdminRole role) {
    ObjectNode body = Json.object().put("name", name.strip()).put("role", role.wireName());
    actions.start(
        name.strip(),
        () -> administration.post(OperatorRow.PATH, body).body(),
        this::created,
        ignored -> rows.refresh());
  }

  private void created(JsonNode operator) {
    rows.refresh();
    issued.set(new IssuedToken(operator.path("name").asText(), operator.path("token").asText()));
  }

  void setRole(OperatorRow operator, AdminRole role) {
    change(operator, Json.object().put("role", role.wireName()));
  }

  /** The token of a disabled operator is refused. */
  void setDisabled(OperatorRow operator, boolean disabled) {
    change(operator, Json.object().put("disabled", disabled));
  }

  private void change(OperatorRow operator, JsonNode patch) {
    actions.start(
        operator.name(),
        () -> administration.patch(operator.path(), "", patch).body(),
        changed -> rows.put(List.of(new OperatorRow(changed))));
  }
}
