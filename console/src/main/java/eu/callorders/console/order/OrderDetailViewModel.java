package eu.callorders.console.order;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.util.List;
import java.util.Objects;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The shown order, kept up to date. */
final class OrderDetailViewModel {
  private final BackgroundExecutor background;
  private final Session session;
  private final OrderLoader loader;
  private final ReadOnlyObjectWrapper<@Nullable OrderDetail> detail = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private String id = "";
  private @Nullable BackgroundTask loadTask;
  private @Nullable Failure readFailure;
  private boolean reloadRequested;

  OrderDetailViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.loader = new OrderLoader(session);
  }

  /** Shows the order and clears the previous one. */
  void show(String orderId) {
    if (!orderId.equals(id)) {
      id = orderId;
      detail.set(null);
      failure.set(null);
      cancelLoad();
      load();
    }
  }

  /** The identifier of the shown order; empty for none. */
  String id() {
    return id;
  }

  void clear() {
    cancelLoad();
    id = "";
    detail.set(null);
    failure.set(null);
  }

  private void cancelLoad() {
    if (loadTask != null) {
      loadTask.cancel();
      loadTask = null;
    }
    reloadRequested = false;
    busy.set(false);
  }

  /** Reloads the order; the shown state stays meanwhile. */
  void load() {
    if (id.isEmpty()) {
      return;
    }
    if (loadTask != null && loadTask.isRunning()) {
      reloadRequested = true;
      return;
    }
    busy.set(true);
    String orderId = id;
    loadTask = background.run(() -> loader.load(orderId), this::loaded, this::failed);
  }

  private void loaded(OrderDetail read) {
    if (Objects.equals(failure.get(), readFailure)) {
      failure.set(null); // a rejected cancellation stays visible
    }
    detail.set(read);
    loadFinished();
  }

  private void failed(Failure cause) {
    readFailure = cause;
    failure.set(cause);
    loadFinished();
  }

  private void loadFinished() {
    busy.set(false);
    loadTask = null;
    if (reloadRequested) {
      reloadRequested = false;
      load();
    }
  }

  /** Whether the last read failed. */
  boolean hasReadFailed() {
    return failure.get() != null && Objects.equals(failure.get(), readFailure);
  }

  /** Reloads after a failed read. */
  void retry() {
    if (hasReadFailed()) {
      load();
    }
  }

  /** Reloads when an event concerns this order. */
  void handleEvents(List<JsonNode> events) {
    if (!id.isEmpty()
        && events.stream()
            .anyMatch(event -> JsonValues.text(event, "related", "call_order_id").equals(id))) {
      load();
    }
  }

  boolean mayChange() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean canExplain() {
    return session.administration().isPresent();
  }

  /**
   * Cancels the order.
   *
   * @param reason may be blank
   */
  void cancel(String reason) {
    ObjectNode body = Json.object();
    if (!reason.isBlank()) {
      body.put("reason", reason.strip());
    }
    String orderId = id;
    failure.set(null);
    busy.set(true);
    background.run(
        () -> session.api().post("/v1/call-orders/" + orderId + "/cancel", body),
        ignored -> ifShown(orderId, this::load),
        cause -> ifShown(orderId, () -> refused(cause)));
  }

  private void refused(Failure cause) {
    failure.set(cause);
    busy.set(loadTask != null);
  }

  /** Drops a late result when another order is shown. */
  private void ifShown(String orderId, Runnable update) {
    if (orderId.equals(id)) {
      update.run();
    }
  }

  /** The curl command that reads this order. */
  String curl() {
    return "curl -s "
        + session.api().base()
        + "/v1/call-orders/"
        + id
        + " -H \"Authorization: Bearer $TOKEN\"";
  }

  ReadOnlyObjectProperty<@Nullable OrderDetail> detail() {
    return detail.getReadOnlyProperty();
  }

  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }
}
