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

/** One endpoint as it is, with what is done about it and what is replayed to it. */
final class EndpointViewModel implements EndpointActions.Listener {
  private static final int RECENT = 60;
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
   * @param changed told what became of an endpoint
   * @param gone told the identifier of one that does not exist any more
   */
  EndpointViewModel(
      BackgroundExecutor background,
      Session session,
      Consumer<EndpointRow> changed,
      Consumer<String> gone) {
    this.background = background;
    this.session = session;
    this.changed = changed;
    this.gone = gone;
    this.actions = new EndpointActions(background, session, this);
  }

  /** Shows that endpoint; nothing of another one is shown from here on. */
  void show(String endpointId) {
    if (!endpointId.equals(id)) {
      clear();
      id = endpointId;
      actions.on(id);
      replays.show(id);
      load();
    }
  }

  /** Shows nothing. */
  void clear() {
    stopLoading();
    id = "";
    detail.set(null);
    loadFailure.set(null);
    actions.on("");
    replays.show("");
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

  /** Reads it again, unless that is under way; what is shown stays meanwhile. */
  void load() {
    if (id.isEmpty() || loading != null) {
      return;
    }
    String asked = id;
    loading =
        background.run(
            () -> read(asked),
            read -> {
              loading = null;
              loadFailure.set(null);
              detail.set(read);
            },
            why -> {
              loading = null;
              loadFailure.set(why);
              if (why instanceof Failure.Refused no && no.problem().status() == NOT_FOUND) {
                detail.set(null); // nothing can be done with it
              }
            });
  }

  private EndpointDetail read(String asked) throws ApiException {
    Reply endpoint = session.api().get(EndpointRow.PATH + "/" + asked);
    List<DeliveryRow> recent =
        session
            .api()
            .page(DeliveryFilter.PATH, DeliveryFilter.ofEndpoint(asked).query(), RECENT, "")
            .map(DeliveryRow::of)
            .rows();
    return new EndpointDetail(endpoint.body(), endpoint.etag(), recent);
  }

  boolean mayChange() {
    return session.may(Scope.CONFIG_WRITE);
  }

  @Override
  public void changed(EndpointRow row) {
    changed.accept(row);
  }

  @Override
  public void gone(String endpointId) {
    if (endpointId.equals(id)) {
      clear();
    }
    gone.accept(endpointId);
  }

  /** What was being read meanwhile may be older than what was done. */
  @Override
  public void acted() {
    stopLoading();
    load();
  }

  void enable() {
    become("active");
  }

  void disable() {
    become("disabled");
  }

  private void become(String status) {
    EndpointDetail shown = detail.get();
    if (shown != null) {
      actions.become(status, shown);
    }
  }

  /**
   * What to ask an operator before a replay to this endpoint; it begins with today.
   *
   * @param zone that the operator's days are of
   */
  ReplayViewModel newReplay(ZoneId zone) {
    LocalDate today = LocalDate.ofInstant(session.api().clock().instant(), zone);
    return new ReplayViewModel(
        background,
        session,
        id,
        new ReplayForm(zone, today),
        ReplayViewModel.PACE,
        replays::follow);
  }

  /** Nothing is followed any more. */
  void close() {
    replays.close();
  }

  EndpointActions actions() {
    return actions;
  }

  /** The latest replay to this endpoint that was begun here. */
  ReadOnlyObjectProperty<@Nullable ReplayProgress> replay() {
    return replays.shown();
  }

  ReadOnlyObjectProperty<@Nullable EndpointDetail> detail() {
    return detail.getReadOnlyProperty();
  }

  /** Why it cannot be read at present. */
  ReadOnlyObjectProperty<@Nullable Failure> loadFailure() {
    return loadFailure.getReadOnlyProperty();
  }
}
