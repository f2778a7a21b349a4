package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.Duration;
import java.time.ZoneId;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The shown endpoint with its actions and replays. */
final class EndpointViewModel {
  private static final int RECENT_DELIVERIES = 60;
  private static final Duration REPLAYED = Duration.ofDays(1);

  /** An endpoint with its latest deliveries, newest first. */
  record Detail(JsonNode json, String etag, List<DeliveryRow> recent) {
    EndpointRow row() {
      return EndpointRow.of(json);
    }

    /** The latest attempt that failed. */
    Optional<DeliveryRow.DeliveryAttempt> lastError() {
      return recent.stream()
          .flatMap(row -> row.attempts().stream())
          .filter(attempt -> attempt.outcome().equals(DeliveryRow.DEAD_LETTER))
          .max(Comparator.comparing(DeliveryRow.DeliveryAttempt::at));
    }
  }

  private final BackgroundExecutor background;
  private final Session session;
  private final Consumer<String> onDeleted;
  final EndpointActions actions;
  private final Map<String, ReplayProgress> replays = new HashMap<>();

  /** The latest replay to this endpoint that this console started. */
  final ObjectProperty<@Nullable ReplayProgress> replay = new SimpleObjectProperty<>();

  final ObjectProperty<@Nullable Detail> detail = new SimpleObjectProperty<>();

  /** Why the last load failed. */
  final ObjectProperty<@Nullable Failure> loadFailure = new SimpleObjectProperty<>();

  private String id = "";
  private @Nullable BackgroundTask loading;

  EndpointViewModel(
      BackgroundExecutor background,
      Session session,
      Consumer<EndpointRow> onChanged,
      Consumer<String> onDeleted) {
    this.background = background;
    this.session = session;
    this.onDeleted = onDeleted;
    this.actions =
        new EndpointActions(background, session.api(), onChanged, this::deleted, this::reload);
  }

  /** Shows that endpoint and clears the previous one. */
  void show(String endpointId) {
    if (!endpointId.equals(id)) {
      select(endpointId);
      load();
    }
  }

  void clear() {
    select("");
  }

  private void select(String endpointId) {
    stopLoading();
    id = endpointId;
    detail.set(null);
    loadFailure.set(null);
    actions.select(id);
    replay.set(replays.get(id));
  }

  /** The shown endpoint; empty for none. */
  String id() {
    return id;
  }

  private void stopLoading() {
    if (loading != null) {
      loading.cancel();
      loading = null;
    }
  }

  /** Reloads, unless a load is running; the present data stays until the load ends. */
  void load() {
    if (id.isEmpty() || loading != null) {
      return;
    }
    String endpointId = id;
    loading =
        background.run(
            () -> load(endpointId),
            loaded -> {
              loading = null;
              loadFailure.set(null);
              detail.set(loaded);
            },
            cause -> {
              loading = null;
              loadFailure.set(cause);
              if (cause.isRefused(EndpointActions.NOT_FOUND)) {
                detail.set(null); // disables the actions
              }
            });
  }

  private Detail load(String endpointId) throws ApiException {
    Reply endpoint = session.api().get(EndpointRow.PATH + "/" + endpointId);
    Query deliveries = Query.none().with("endpoint_id", endpointId);
    Page<JsonNode> recent = session.api().page(DeliveryRow.PATH, deliveries, RECENT_DELIVERIES, "");
    return new Detail(
        endpoint.body(), endpoint.etag(), recent.rows().stream().map(DeliveryRow::of).toList());
  }

  /** Reloads after a change; a load that was started before it may return old data. */
  void reload() {
    stopLoading();
    load();
  }

  private void deleted(String endpointId) {
    if (endpointId.equals(id)) {
      clear();
    }
    onDeleted.accept(endpointId);
  }

  boolean canChange() {
    return session.may(Scope.CONFIG_WRITE);
  }

  /** Prepares a replay to this endpoint of what failed on the last day by the tenant's clock. */
  ReplayViewModel newReplay(ZoneId zone) {
    return new ReplayViewModel(
        background,
        session,
        id,
        new ReplayForm(zone, session.clock().now().minus(REPLAYED)),
        ReplayViewModel.POLL_INTERVAL,
        this::follow);
  }

  /** Polls a new replay instead of the previous one of its endpoint. */
  private void follow(ReplayProgress started) {
    ReplayProgress before = replays.put(started.endpointId, started);
    if (before != null) {
      before.stop();
    }
    if (started.endpointId.equals(id)) {
      replay.set(started);
    }
    started.start();
  }

  void close() {
    replays.values().forEach(ReplayProgress::stop);
  }
}
