package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Reply;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/** What an operator does with the endpoint that is shown, one thing at a time. */
final class EndpointActions {
  /** Who hears of what has been done. */
  interface Listener {
    /** This is what it has become. */
    void changed(EndpointRow row);

    /** There is no such endpoint any more. */
    void gone(String endpointId);

    /** Something was done or came to nothing: what is known may be out of date. */
    void acted();
  }

  private final BackgroundExecutor background;
  private final Session session;
  private final Listener listener;
  private final Map<String, IdempotencyKeyHolder> rotations = new HashMap<>();
  private final ReadOnlyObjectWrapper<@Nullable DeliveryRow> tested = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable NewSigningSecret> secret =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable DeletionImpact> doomed =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private String id = "";

  EndpointActions(BackgroundExecutor background, Session session, Listener listener) {
    this.background = background;
    this.session = session;
    this.listener = listener;
  }

  /** From here on it is that endpoint; none for an empty text. A secret not seen yet stays. */
  void on(String endpointId) {
    id = endpointId;
    tested.set(null);
    doomed.set(null);
    failure.set(null);
  }

  /** Has a ping sent, or the verification begun afresh, and waits for what becomes of it. */
  void test() {
    String asked = id;
    tested.set(null);
    act(
        () -> session.api().post(path(asked) + "/test", MissingNode.getInstance()),
        reply -> {
          if (asked.equals(id)) {
            tested.set(DeliveryRow.of(reply.body()));
          }
        },
        ignored -> {});
  }

  /** Rotates once, be it asked for again after an answer that got lost. */
  void rotate() {
    String asked = id;
    boolean wasDoubtful = rotations.containsKey(asked);
    IdempotencyKeyHolder key =
        rotations.computeIfAbsent(asked, ignored -> new IdempotencyKeyHolder());
    String under = key.get();
    act(
        () -> session.api().post(path(asked) + "/rotate-secret", under, MissingNode.getInstance()),
        reply -> {
          rotations.remove(asked);
          offer(reply.body());
        },
        why -> {
          if (!key.isDoubtfulAfter(why, wasDoubtful)) {
            rotations.remove(asked);
          }
        });
  }

  private void offer(JsonNode endpoint) {
    show(
        new NewSigningSecret(
            endpoint.path("url").asText(), endpoint.path("secret").asText(""), false));
  }

  /** A secret that somebody has to see, wherever it comes from. */
  void show(NewSigningSecret fresh) {
    secret.set(fresh);
  }

  /** The secret that was shown is gone from here on. */
  void forgetSecret() {
    secret.set(null);
  }

  /**
   * Makes it {@code active} or {@code disabled}.
   *
   * @param shown as it is seen now
   */
  void become(String wanted, EndpointDetail shown) {
    String path = path(id);
    act(
        () -> session.api().patch(path, shown.etag(), Json.object().put("status", wanted)),
        reply -> listener.changed(EndpointRow.of(reply.body())),
        ignored -> {});
  }

  /** Finds out what is lost with it, so that it can be asked about. */
  void weighDeletion() {
    String asked = id;
    busy.set(true);
    failure.set(null);
    background.run(
        () -> DeletionImpact.weigh(session.api(), asked),
        found -> {
          busy.set(false);
          if (asked.equals(id)) {
            doomed.set(found);
          }
        },
        why -> {
          busy.set(false);
          blame(asked, why);
        });
  }

  /** The question is answered. */
  void spare() {
    doomed.set(null);
  }

  /** Deletes it; one that is gone already is as good. */
  void delete() {
    String asked = id;
    doomed.set(null);
    act(
        () -> DeletionImpact.delete(session.api(), path(asked)),
        ignored -> listener.gone(asked),
        ignored -> {});
  }

  private void act(
      BackgroundExecutor.Call<Reply> call, Consumer<Reply> done, Consumer<Failure> cameToNothing) {
    String asked = id;
    busy.set(true);
    failure.set(null);
    background.run(
        call,
        reply -> {
          busy.set(false);
          done.accept(reply);
          listener.acted();
        },
        why -> {
          busy.set(false);
          cameToNothing.accept(why);
          blame(asked, why);
          listener.acted();
        });
  }

  private void blame(String asked, Failure why) {
    if (asked.equals(id)) {
      failure.set(why);
    }
  }

  private static String path(String endpointId) {
    return EndpointRow.PATH + "/" + endpointId;
  }

  /** What became of the latest test. */
  ReadOnlyObjectProperty<@Nullable DeliveryRow> tested() {
    return tested.getReadOnlyProperty();
  }

  /** A secret that somebody has to see before it is gone. */
  ReadOnlyObjectProperty<@Nullable NewSigningSecret> secret() {
    return secret.getReadOnlyProperty();
  }

  /** What is lost when it is deleted; null unless that is the question. */
  ReadOnlyObjectProperty<@Nullable DeletionImpact> doomed() {
    return doomed.getReadOnlyProperty();
  }

  /** Why the latest action came to nothing. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  /** An action is under way. */
  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }
}
