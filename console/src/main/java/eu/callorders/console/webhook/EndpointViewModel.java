package eu.callorders.console.webhook;

import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.BackgroundTask;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** The shown endpoint with its actions and replays. */
final class EndpointViewModel implements EndpointActions.Listener {
  private static final int RECENT_DELIVERIES = 60;
  private static final int NOT_FOUND = 404;

  private final BackgroundExecutor background;
  private final Session session;
  private final Consumer<EndpointRow> changed;
  private final Consumer<String> gone;
  private final EndpointActions actions;
  private final EndpointReplays replays = new EndpointReplays();
  private final ReadOnlyObjectWrapper<@Nullable EndpointDetail> detail =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> loadFailure =
      new ReadOnlyObjectWrapper<>();
  private String id = "";
  private @Nullable BackgroundTask loading;

  /**
   * @param onChanged called with a changed endpoint
   * @param onDeleted called with the identifier of a deleted endpoint
   */
  EndpointViewModel(
      BackgroundExecutor background,
      Session session,
      Consumer<EndpointRow> onChanged,
      Consumer<String> onDeleted) {
    this.background = background;
    this.session = session;
    this.changed = onChanged;
    this.gone = onDeleted;
    this.actions = new EndpointActions(background, session, this);
  }

  /** Shows that endpoint and clears the previous one. */
  void show(String endpointId) {
    if (!endpointId.equals(id)) {
      clear();
      id = endpointId;
      actions.select(id);
      replays.select(id);
      load();
    }
  }

  void clear() {
    stopLoading();
    id = "";
    detail.set(null);
    loadFailure.set(null);
    actions.select("");
    replays.select("");
  }

  boolean isClear() {
    return id.isEmpty();
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
              if (cause instanceof Failure.Refused refused
                  && refused.problem().status() == NOT_FOUND) {
                detail.set(null); // disables the actions
              }
            });
  }

  private EndpointDetail load(String endpointId) throws ApiException {
    Reply endpoint = session.api().get(EndpointRow.PATH + "/" + endpointId);
    List<DeliveryRow> recent =
        session
            .api()
            .page(
                DeliveryFilter.PATH,
                DeliveryFilter.ofEndpoint(endpointId).query(),
                RECENT_DELIVERIES,
                "")
            .map(DeliveryRow::of)
            .rows();
    return new EndpointDetail(endpoint.body(), endpoint.etag(), recent);
  }

  boolean canChange() {
    return session.may(Scope.CONFIG_WRITE);
  }

  @Override
  public void changed(EndpointRow row) {
    changed.accept(row);
  }

  @Override
  public void deleted(String endpointId) {
    if (endpointId.equals(id)) {
      clear();
    }
    gone.accept(endpointId);
  }

  /** A load that was started before the action may return old data. */
  @Override
  public void actionEnded() {
    stopLoading();
    load();
  }

  void enable() {
    setStatus("active");
  }

  void disable() {
    setStatus("disabled");
  }

  private void setStatus(String status) {
    EndpointDetail shown = detail.get();
    if (shown != null) {
      actions.setStatus(status, shown);
    }
  }

  /**
   * Prepares a replay to this endpoint, by default from today.
   *
   * @param zone time zone of the operator
   */
  ReplayViewModel newReplay(ZoneId zone) {
    LocalDate today = LocalDate.ofInstant(session.api().clock().instant(), zone);
    return new ReplayViewModel(
        background,
        session,
        id,
        new ReplayForm(zone, today),
        ReplayViewModel.POLL_INTERVAL,
        replays::follow);
  }

  /** Stops polling. */
  void close() {
    replays.close();
  }

  EndpointActions actions() {
    return actions;
  }

  /** The latest replay to this endpoint that this console started. */
  ReadOnlyObjectProperty<@Nullable ReplayProgress> replay() {
    return replays.shown();
  }

  ReadOnlyObjectProperty<@Nullable EndpointDetail> detail() {
    return detail.getReadOnlyProperty();
  }

  /** Why the last load failed. */
  ReadOnlyObjectProperty<@Nullable Failure> loadFailure() {
    return loadFailure.getReadOnlyProperty();
  }
}
