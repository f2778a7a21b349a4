package eu.callorders.console.ordertype;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.IdentifierSearch;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import eu.callorders.console.work.ResourceWatcher;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;

/** The order type list and the shown order type. */
final class OrderTypesViewModel implements ListViewModel<OrderTypeRow> {
  private static final String PATH = "/v1/order-types";
  private static final int PAGE_SIZE = 100;

  private final StringProperty search = new SimpleStringProperty("");
  private final StringProperty status = new SimpleStringProperty("");
  private final ApiClient api;
  private final PagedRows<OrderTypeRow> rows;
  private final ResourceWatcher<JsonNode> detail;

  OrderTypesViewModel(BackgroundExecutor background, ApiClient api) {
    this.api = api;
    this.rows = new PagedRows<>(background, OrderTypeRow::key, OrderTypeRow.BY_UPDATED_AT);
    this.detail = new ResourceWatcher<>(background, key -> api.get(path(key)).body());
  }

  private static String path(String key) {
    return PATH + "/" + URLEncoder.encode(key, StandardCharsets.UTF_8).replace("+", "%20");
  }

  @Override
  public PagedRows<OrderTypeRow> rows() {
    return rows;
  }

  ResourceWatcher<JsonNode> detail() {
    return detail;
  }

  @Override
  public void apply() {
    String key = search.get().strip();
    if (!key.isEmpty()) {
      rows.restart(ignored -> IdentifierSearch.find(api, path(key)).map(OrderTypeRow::of));
      return;
    }
    Query query = Query.none().with("status", status.get());
    rows.restart(after -> api.page(PATH, query, PAGE_SIZE, after).map(OrderTypeRow::of));
  }

  @Override
  public void clear() {
    search.set("");
    status.set("");
    apply();
  }

  void show(String key) {
    if (!key.equals(detail.id())) {
      detail.show(key);
    }
  }

  /** Updates changed order types in place and adds new ones on top. */
  void handleEvents(List<JsonNode> events) {
    List<OrderTypeRow> latest = new ArrayList<>();
    List<OrderTypeRow> created = new ArrayList<>();
    for (JsonNode event : events) {
      if (event.path("type").asText().startsWith("order_type.")) {
        OrderTypeRow row = OrderTypeRow.of(event.path("data"));
        latest.add(row);
        if (event.path("type").asText().equals("order_type.created")) {
          created.add(row);
        }
      }
    }
    if (latest.isEmpty()) {
      return;
    }
    if (search.get().isBlank()) {
      rows.putFirst(created.stream().filter(this::matches).toList());
    }
    rows.put(latest);
    if (latest.stream().anyMatch(this::isShown)) {
      detail.load();
    }
  }

  boolean isShown(OrderTypeRow row) {
    return row.key().equals(detail.id());
  }

  private boolean matches(OrderTypeRow row) {
    return status.get().isEmpty() || status.get().equals(row.status());
  }

  StringProperty search() {
    return search;
  }

  StringProperty status() {
    return status;
  }
}
