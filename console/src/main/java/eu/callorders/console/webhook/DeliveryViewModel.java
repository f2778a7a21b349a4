package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import eu.callorders.console.work.FailedActions;
import eu.callorders.console.work.IdempotentPost;
import eu.callorders.console.work.ResourceViewModel;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/**
 * A delivery, its payload and the other deliveries of its event: other endpoints, replays. Sends it
 * once more.
 */
final class DeliveryViewModel {
  /** A delivery and all deliveries of its event, newest first; empty until loaded. */
  record Shown(DeliveryRow row, List<JsonNode> all) {
    /** The delivery as JSON; a missing node until loaded. */
    JsonNode json() {
      return all.stream()
          .filter(one -> one.path("id").asText().equals(row.id()))
          .findFirst()
          .orElse(MissingNode.getInstance());
    }
  }

  /** Usually one page; bounds an event that was replayed very often. */
  private static final int MAX_PAGES = 5;

  private static final String EVENTS = "/v1/events/";

  private final BackgroundExecutor background;
  private final ApiClient api;
  final ObjectProperty<@Nullable Shown> shown = new SimpleObjectProperty<>();
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  /** The event, which is what the endpoint gets. */
  final ResourceViewModel<JsonNode> payload;

  final BooleanProperty resending = new SimpleBooleanProperty();
  final ObjectProperty<@Nullable Failure> resendFailure = new SimpleObjectProperty<>();

  final FailedActions failedActions = new FailedActions();

  /** By delivery: after a lost response the same request is sent, also after a look at another. */
  private final Map<String, IdempotentPost> resends = new HashMap<>();

  private @Nullable BackgroundTask loading;

  DeliveryViewModel(BackgroundExecutor background, ApiClient api) {
    this.background = background;
    this.api = api;
    this.payload = new ResourceViewModel<>(background, id -> api.get(EVENTS + id).body());
  }

  /** Shows the row immediately and loads the rest. */
  void show(DeliveryRow row) {
    if (!row.id().equals(id())) {
      clear();
      shown.set(new Shown(row, List.of()));
      load();
    }
  }

  void clear() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
    shown.set(null);
    failure.set(null);
    resendFailure.set(null);
    payload.clear();
  }

  /** Reads the payload of the shown delivery, unless it is known. */
  void loadPayload() {
    Shown current = shown.get();
    if (current != null) {
      payload.show(current.row().eventId());
      payload.retry();
    }
  }

  /**
   * Sends the event of that delivery to its endpoint once more, as another delivery.
   *
   * @param onResent receives the other delivery while the first one is still shown
   */
  void resend(ActionTarget delivery, Consumer<DeliveryRow> onResent) {
    if (resending.get()) {
      return;
    }
    String id = delivery.id();
    failedActions.remove(id);
    resending.set(true);
    resendFailure.set(null);
    resends
        .computeIfAbsent(id, _ -> new IdempotentPost(background, api))
        .send(
            DeliveryRow.PATH + "/" + id + "/resend",
            MissingNode.getInstance(),
            reply -> {
              resending.set(false);
              resends.remove(id);
              if (id.equals(id())) {
                onResent.accept(DeliveryRow.of(reply.body()));
              }
            },
            cause -> {
              resending.set(false);
              failed(delivery, cause, resendFailure);
            });
  }

  private void failed(
      ActionTarget delivery, Failure cause, ObjectProperty<@Nullable Failure> ofShown) {
    if (delivery.id().equals(id())) {
      ofShown.set(cause);
    } else {
      failedActions.add(delivery, cause);
    }
  }

  /** The shown delivery; empty for none. */
  String id() {
    Shown current = shown.get();
    return current == null ? "" : current.row().id();
  }

  /** Reloads unless the delivery is final. */
  void refreshIfOpen() {
    Shown current = shown.get();
    if (current != null && (!current.row().isFinal() || current.json().isMissingNode())) {
      load();
    }
  }

  void load() {
    Shown current = shown.get();
    if (current == null || loading != null) {
      return;
    }
    loading =
        background.run(
            () -> load(current.row()),
            loaded -> {
              ended(null);
              shown.set(loaded);
            },
            this::ended);
  }

  /**
   * Reads which order an event of that delivery is about; empty for none.
   *
   * @param onFound receives the order while the delivery is still shown
   */
  void findOrder(ActionTarget delivery, String eventId, Consumer<String> onFound) {
    failedActions.remove(delivery.id());
    background.run(
        () -> api.get(EVENTS + eventId).body().path("related").path("call_order_id").asText(),
        orderId -> {
          if (delivery.id().equals(id())) {
            onFound.accept(orderId);
          }
        },
        cause -> failed(delivery, cause, failure));
  }

  private void ended(@Nullable Failure cause) {
    loading = null;
    failure.set(cause);
  }

  private Shown load(DeliveryRow row) throws ApiException {
    Query query = Query.none().with("event_id", row.eventId());
    List<JsonNode> all = new ArrayList<>();
    Page<JsonNode> page = new Page<>(List.of(), true, "");
    for (int pages = 0; page.hasMore() && pages < MAX_PAGES; pages++) {
      page = api.page(DeliveryRow.PATH, query, page.next());
      all.addAll(page.rows());
    }
    Shown loaded = new Shown(row, List.copyOf(all));
    JsonNode json = loaded.json();
    return json.isMissingNode() ? loaded : new Shown(DeliveryRow.of(json), loaded.all());
  }
}
