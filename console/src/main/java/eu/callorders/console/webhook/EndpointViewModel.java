package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Work;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** One endpoint, and what an operator does with it. */
final class EndpointViewModel {
  private static final int RECENT = 60;

  private final Background background;
  private final Session session;
  private final Consumer<EndpointRow> changed;
  private final Map<String, ReplayProgress> replays = new HashMap<>();
  private final ReadOnlyObjectWrapper<@Nullable EndpointDetail> detail =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable DeliveryRow> tested = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable RotatedSecret> rotated =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable ReplayProgress> replay =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> loadFailure =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private String id = "";
  private @Nullable Work loading;

  /**
   * @param changed told what became of an endpoint
   */
  EndpointViewModel(Background background, Session session, Consumer<EndpointRow> changed) {
    this.background = background;
    this.session = session;
    this.changed = changed;
  }

  /** Shows that endpoint; nothing of another one is shown from here on. */
  void show(String endpointId) {
    if (!endpointId.equals(id)) {
      clear();
      id = endpointId;
      replay.set(replays.get(id));
      load();
    }
  }

  /** Shows nothing. A secret that nobody has seen yet stays. */
  void clear() {
    stopLoading();
    id = "";
    detail.set(null);
    tested.set(null);
    replay.set(null);
    failure.set(null);
    loadFailure.set(null);
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

  /** Has a ping sent, or the verification begun afresh, and waits for what becomes of it. */
  void test() {
    String asked = id;
    tested.set(null);
    act(
        () -> post(asked, "test"),
        reply -> {
          if (asked.equals(id)) {
            tested.set(DeliveryRow.of(reply.body()));
          }
        });
  }

  void rotate() {
    String asked = id;
    act(
        () -> post(asked, "rotate-secret"),
        reply -> {
          JsonNode body = reply.body();
          rotated.set(new RotatedSecret(body.path("url").asText(), body.path("secret").asText("")));
        });
  }

  /** The secret that was shown is gone from here on. */
  void forgetSecret() {
    rotated.set(null);
  }

  void enable() {
    status("active");
  }

  void disable() {
    status("disabled");
  }

  private void status(String wanted) {
    EndpointDetail shown = detail.get();
    if (shown != null) {
      String path = EndpointRow.PATH + "/" + id;
      act(
          () -> session.api().patch(path, shown.etag(), Json.object().put("status", wanted)),
          reply -> changed.accept(EndpointRow.of(reply.body())));
    }
  }

  private Reply post(String asked, String action) throws ApiException {
    return session
        .api()
        .post(EndpointRow.PATH + "/" + asked + "/" + action, MissingNode.getInstance());
  }

  private void act(Background.Call<Reply> call, Consumer<Reply> done) {
    String asked = id;
    busy.set(true);
    failure.set(null);
    background.run(
        call,
        reply -> {
          done.accept(reply);
          acted();
        },
        why -> {
          if (asked.equals(id)) {
            failure.set(why);
          }
          acted();
        });
  }

  /** What was being read meanwhile may be older than what was done. */
  private void acted() {
    busy.set(false);
    stopLoading();
    load();
  }

  /** What to ask an operator before a replay to this endpoint. */
  ReplayViewModel newReplay(ReplayForm form) {
    return new ReplayViewModel(background, session, id, form, this::follow);
  }

  private void follow(ReplayProgress started) {
    ReplayProgress before = replays.put(started.endpointId(), started);
    if (before != null) {
      before.stop();
    }
    if (started.endpointId().equals(id)) {
      replay.set(started);
    }
    started.start();
  }

  /** Nothing is followed any more. */
  void close() {
    replays.values().forEach(ReplayProgress::stop);
  }

  ReadOnlyObjectProperty<@Nullable EndpointDetail> detail() {
    return detail.getReadOnlyProperty();
  }

  /** What became of the latest test. */
  ReadOnlyObjectProperty<@Nullable DeliveryRow> tested() {
    return tested.getReadOnlyProperty();
  }

  /** A secret that somebody has to see before it is gone. */
  ReadOnlyObjectProperty<@Nullable RotatedSecret> rotated() {
    return rotated.getReadOnlyProperty();
  }

  /** The latest replay to this endpoint that was begun here. */
  ReadOnlyObjectProperty<@Nullable ReplayProgress> replay() {
    return replay.getReadOnlyProperty();
  }

  /** Why the latest action came to nothing. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  /** Why it cannot be read at present. */
  ReadOnlyObjectProperty<@Nullable Failure> loadFailure() {
    return loadFailure.getReadOnlyProperty();
  }

  /** An action is under way. */
  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }
}
