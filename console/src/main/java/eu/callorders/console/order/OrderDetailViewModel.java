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

/** One order, kept up to date while somebody looks at it. */
final class OrderDetailViewModel {
  private final BackgroundExecutor background;
  private final Session session;
  private final OrderLoader reading;
  private final ReadOnlyObjectWrapper<@Nullable OrderDetail> detail = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private String id = "";
  private @Nullable BackgroundTask loading;
  private @Nullable Failure unread;
  private boolean again;

  OrderDetailViewModel(BackgroundExecutor background, Session session) {
    this.background = background;
    this.session = session;
    this.reading = new OrderLoader(session);
  }

  /** Shows that order; nothing of another one is shown from here on. */
  void show(String orderId) {
    if (!orderId.equals(id)) {
      id = orderId;
      detail.set(null);
      failure.set(null);
      stop();
      load();
    }
  }

  /** Which order that is; empty for none. */
  String id() {
    return id;
  }

  /** Shows nothing. */
  void clear() {
    stop();
    id = "";
    detail.set(null);
    failure.set(null);
  }

  private void stop() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
    again = false;
    busy.set(false);
  }

  /** Reads it again; what is shown stays meanwhile. */
  void load() {
    if (id.isEmpty()) {
      return;
    }
    if (loading != null && loading.isRunning()) {
      again = true;
      return;
    }
    busy.set(true);
    String asked = id;
    loading = background.run(() -> reading.read(asked), this::arrived, this::failed);
  }

  private void arrived(OrderDetail read) {
    if (Objects.equals(failure.get(), unread)) {
      failure.set(null); // what was refused on purpose stays until the operator goes on
    }
    detail.set(read);
    done();
  }

  private void failed(Failure why) {
    unread = why;
    failure.set(why);
    done();
  }

  private void done() {
    busy.set(false);
    loading = null;
    if (again) {
      again = false;
      load();
    }
  }

  /** Whether the last reading came to nothing: then it can be tried again. */
  boolean isUnread() {
    return failure.get() != null && Objects.equals(failure.get(), unread);
  }

  /** Reads it again when the last reading came to nothing. */
  void retry() {
    if (isUnread()) {
      load();
    }
  }

  /** Takes notice of events about this order. */
  void happened(List<JsonNode> events) {
    if (!id.isEmpty()
        && events.stream()
            .anyMatch(it -> JsonValues.text(it, "related", "call_order_id").equals(id))) {
      load();
    }
  }

  /** Whether it may be changed and canceled, as far as scopes go. */
  boolean mayChange() {
    return session.may(Scope.ORDERS_WRITE);
  }

  boolean explains() {
    return session.administration().isPresent();
  }

  /** Cancels it, for that reason when there is one. */
  void cancel(String reason) {
    ObjectNode body = Json.object();
    if (!reason.isBlank()) {
      body.put("reason", reason.strip());
    }
    String asked = id;
    failure.set(null);
    busy.set(true);
    background.run(
        () -> session.api().post("/v1/call-orders/" + asked + "/cancel", body),
        ignored -> forThis(asked, this::load),
        why -> forThis(asked, () -> refused(why)));
  }

  private void refused(Failure why) {
    failure.set(why);
    busy.set(loading != null);
  }

  /** What comes late, when another order is shown by now, concerns nobody. */
  private void forThis(String asked, Runnable change) {
    if (asked.equals(id)) {
      change.run();
    }
  }

  /** The request for this order, to be pasted into a terminal. */
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
