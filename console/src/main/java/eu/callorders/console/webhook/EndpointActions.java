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

/** The actions on the shown endpoint, one at a time. */
final class EndpointActions {
  interface Listener {
    /** The endpoint was changed. */
    void changed(EndpointRow row);

    /** The endpoint no longer exists. */
    void deleted(String endpointId);

    /** An action ended, successful or not; loaded data may be outdated. */
    void actionEnded();
  }

  private final BackgroundExecutor background;
  private final Session session;
  private final Listener listener;
  private final Map<String, IdempotencyKeyHolder> rotationKeys = new HashMap<>();
  private final ReadOnlyObjectWrapper<@Nullable DeliveryRow> testResult =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable NewSigningSecret> secret =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable DeletionImpact> deletionImpact =
      new ReadOnlyObjectWrapper<>();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private String id = "";

  EndpointActions(BackgroundExecutor background, Session session, Listener listener) {
    this.background = background;
    this.session = session;
    this.listener = listener;
  }

  /** Selects the endpoint of the next actions; empty for none. An unread secret stays. */
  void select(String endpointId) {
    id = endpointId;
    testResult.set(null);
    deletionImpact.set(null);
    failure.set(null);
  }

  /** Sends a ping, or starts the verification again, and waits for the result. */
  void test() {
    String endpointId = id;
    testResult.set(null);
    execute(
        () -> session.api().post(path(endpointId) + "/test", MissingNode.getInstance()),
        reply -> {
          if (endpointId.equals(id)) {
            testResult.set(DeliveryRow.of(reply.body()));
          }
        },
        ignored -> {});
  }

  /** Rotates the secret; a retry after a lost response reuses the idempotency key. */
  void rotate() {
    String endpointId = id;
    boolean wasUnknown = rotationKeys.containsKey(endpointId);
    IdempotencyKeyHolder key =
        rotationKeys.computeIfAbsent(endpointId, ignored -> new IdempotencyKeyHolder());
    String idempotencyKey = key.get();
    execute(
        () ->
            session
                .api()
                .post(
                    path(endpointId) + "/rotate-secret", idempotencyKey, MissingNode.getInstance()),
        reply -> {
          rotationKeys.remove(endpointId);
          publishSecret(reply.body());
        },
        cause -> {
          if (!key.isOutcomeUnknown(cause, wasUnknown)) {
            rotationKeys.remove(endpointId);
          }
        });
  }

  private void publishSecret(JsonNode endpoint) {
    showSecret(
        new NewSigningSecret(
            endpoint.path("url").asText(), endpoint.path("secret").asText(""), false));
  }

  /** Publishes a secret that must be shown once. */
  void showSecret(NewSigningSecret newSecret) {
    secret.set(newSecret);
  }

  /** Call it once the operator has seen the secret. */
  void clearSecret() {
    secret.set(null);
  }

  /**
   * Sets the status {@code active} or {@code disabled}.
   *
   * @param shown the revision that the operator saw
   */
  void setStatus(String status, EndpointDetail shown) {
    String path = path(id);
    execute(
        () -> session.api().patch(path, shown.etag(), Json.object().put("status", status)),
        reply -> listener.changed(EndpointRow.of(reply.body())),
        ignored -> {});
  }

  /** Loads what the deletion would discard, for the confirmation. */
  void loadDeletionImpact() {
    String endpointId = id;
    busy.set(true);
    failure.set(null);
    background.run(
        () -> DeletionImpact.load(session.api(), endpointId),
        impact -> {
          busy.set(false);
          if (endpointId.equals(id)) {
            deletionImpact.set(impact);
          }
        },
        cause -> {
          busy.set(false);
          setFailure(endpointId, cause);
        });
  }

  void cancelDeletion() {
    deletionImpact.set(null);
  }

  /** Deletes the endpoint; succeeds if it no longer exists. */
  void delete() {
    String endpointId = id;
    deletionImpact.set(null);
    execute(
        () -> DeletionImpact.delete(session.api(), path(endpointId)),
        ignored -> listener.deleted(endpointId),
        ignored -> {});
  }

  private void execute(
      BackgroundExecutor.Call<Reply> call, Consumer<Reply> done, Consumer<Failure> failed) {
    String endpointId = id;
    busy.set(true);
    failure.set(null);
    background.run(
        call,
        reply -> {
          busy.set(false);
          done.accept(reply);
          listener.actionEnded();
        },
        cause -> {
          busy.set(false);
          failed.accept(cause);
          setFailure(endpointId, cause);
          listener.actionEnded();
        });
  }

  private void setFailure(String endpointId, Failure cause) {
    if (endpointId.equals(id)) {
      failure.set(cause);
    }
  }

  private static String path(String endpointId) {
    return EndpointRow.PATH + "/" + endpointId;
  }

  /** The delivery of the latest test. */
  ReadOnlyObjectProperty<@Nullable DeliveryRow> testResult() {
    return testResult.getReadOnlyProperty();
  }

  /** A secret that must be shown once. */
  ReadOnlyObjectProperty<@Nullable NewSigningSecret> secret() {
    return secret.getReadOnlyProperty();
  }

  /** What the deletion would discard; set while the operator must confirm it. */
  ReadOnlyObjectProperty<@Nullable DeletionImpact> deletionImpact() {
    return deletionImpact.getReadOnlyProperty();
  }

  /** Why the latest action failed. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }
}
