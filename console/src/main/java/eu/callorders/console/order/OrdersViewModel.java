package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.ListViewModel;
import eu.callorders.console.work.PagedRows;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import javafx.beans.binding.Bindings;
import javafx.beans.binding.BooleanBinding;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import javafx.beans.property.SimpleStringProperty;
import javafx.beans.property.StringProperty;
import org.jspecify.annotations.Nullable;

/** The order list with its filters, kept up to date by the feed. */
final class OrdersViewModel implements ListViewModel<OrderRow> {
  private final StringProperty search = new SimpleStringProperty("");
  private final StringProperty status = new SimpleStringProperty("");
  private final StringProperty orderType = new SimpleStringProperty("");
  private final StringProperty clientReference = new SimpleStringProperty("");
  private final StringProperty subject = new SimpleStringProperty("");
  private final StringProperty enrollmentId = new SimpleStringProperty("");
  private final ObjectProperty<@Nullable LocalDate> from = new SimpleObjectProperty<>();
  private final ObjectProperty<@Nullable LocalDate> to = new SimpleObjectProperty<>();

  private final ApiClient api;
  private final ZoneId zone;
  private final PagedRows<OrderRow> rows;
  private OrderFilter filter = OrderFilter.ALL;

  OrdersViewModel(BackgroundExecutor background, ApiClient api, ZoneId zone) {
    this.api = api;
    this.zone = zone;
    this.rows = new PagedRows<>(background, OrderRow::id, OrderRow.BY_UPDATED_AT);
  }

  @Override
  public PagedRows<OrderRow> rows() {
    return rows;
  }

  /** Lists by the filters; a search overrides them. */
  @Override
  public void apply() {
    String text = search.get().strip();
    if (!text.isEmpty()) {
      rows.restart(OrderSource.search(api, text));
      return;
    }
    filter =
        new OrderFilter(
            status.get(),
            orderType.get().strip(),
            clientReference.get().strip(),
            subject.get().strip(),
            enrollmentId.get().strip(),
            from.get() == null ? null : from.get().atStartOfDay(zone).toInstant(),
            to.get() == null ? null : to.get().plusDays(1).atStartOfDay(zone).toInstant());
    rows.restart(OrderSource.filtered(api, filter));
  }

  @Override
  public void clear() {
    List.of(search, status, orderType, clientReference, subject, enrollmentId)
        .forEach(property -> property.set(""));
    from.set(null);
    to.set(null);
    apply();
  }

  /** Updates changed orders in place and adds new ones on top. */
  void handleEvents(List<JsonNode> events) {
    List<OrderRow> latest = new ArrayList<>();
    List<OrderRow> created = new ArrayList<>();
    for (JsonNode event : events) {
      if (event.path("type").asText().startsWith("call_order.")) {
        OrderRow row = OrderRow.of(event.path("data"));
        latest.add(row);
        if (event.path("type").asText().equals("call_order.accepted")) {
          created.add(row);
        }
      }
    }
    if (!latest.isEmpty()) {
      if (search.get().isBlank()) {
        rows.putFirst(created.stream().filter(filter::matches).toList());
      }
      rows.put(latest);
    }
  }

  /** Adds an order created here, before its event arrives. */
  void orderCreated(OrderRow row) {
    if (search.get().isBlank() && filter.matches(row)) {
      rows.putFirst(List.of(row));
    }
  }

  /** Whether a search overrides the filters. */
  BooleanBinding isSearching() {
    return Bindings.createBooleanBinding(() -> !search.get().isBlank(), search);
  }

  StringProperty search() {
    return search;
  }

  StringProperty status() {
    return status;
  }

  StringProperty orderType() {
    return orderType;
  }

  StringProperty clientReference() {
    return clientReference;
  }

  StringProperty subject() {
    return subject;
  }

  StringProperty enrollmentId() {
    return enrollmentId;
  }

  ObjectProperty<@Nullable LocalDate> from() {
    return from;
  }

  ObjectProperty<@Nullable LocalDate> to() {
    return to;
  }
}
