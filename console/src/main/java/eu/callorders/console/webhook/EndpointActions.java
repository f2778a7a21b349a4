package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Reply;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.FailedActions;
import eu.callorders.console.work.IdempotentPost;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** The actions on endpoints, one at a time; {@link #failure} is of the shown one. */
final class EndpointActions {
  private static final List<String> WAITING = List.of("pending", "retrying");
  static final int NOT_FOUND = 404;

  /** What the deletion discards: deliveries not sent yet, and whether there are more. */
  record DeletionImpact(int waiting, boolean isIncomplete) {}

  private final BackgroundExecutor background;
  private final ApiClient api;
  private final Consumer<EndpointRow> onChanged;
  private final Consumer<String> onDeleted;
  private final Runnable onEnded;
  private final Map<String, IdempotentPost> rotations = new HashMap<>();

  final ObjectProperty<@Nullable DeliveryRow> testResult = new SimpleObjectProperty<>();

  /** A secret that must be shown once. */
  final ObjectProperty<@Nullable NewSigningSecret> secret = new SimpleObjectProperty<>();

  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  final FailedActions failedActions = new FailedActions();

  final BooleanProperty busy = new SimpleBooleanProperty();
  private String id = "";

  /**
   * @param onDeleted called with the identifier of an endpoint that no longer exists
   * @param onEnded called after each action, successful or not; loaded data may be outdated
   */
  EndpointActions(
      BackgroundExecutor background,
      ApiClient api,
      Consumer<EndpointRow> onChanged,
      Consumer<String> onDeleted,
      Runnable onEnded) {
    this.background = background;
    this.api = api;
    this.onChanged = onChanged;
    this.onDeleted = onDeleted;
    this.onEnded = onEnded;
  }

  /** Selects the shown endpoint; empty for none. An unread secret stays. */
  void select(String endpointId) {
    id = endpointId;
    testResult.set(null);
    failure.set(null);
  }

  /** Sends a ping, or starts the verification again, and waits for the result. */
  void test(ActionTarget endpoint) {
    testResult.set(null);
    execute(
        endpoint,
        () -> api.post(path(endpoint.id()) + "/test", MissingNode.getInstance()),
        reply -> {
          if (endpoint.id().equals(id)) {
            testResult.set(DeliveryRow.of(reply.body()));
          }
        });
  }

  /** Rotates the secret, once even if a response is lost. */
  void rotate(ActionTarget endpoint) {
    started(endpoint);
    rotations
        .computeIfAbsent(endpoint.id(), ignored -> new IdempotentPost(background, api))
        .send(
            path(endpoint.id()) + "/rotate-secret",
            MissingNode.getInstance(),
            reply -> {
              busy.set(false);
              showSecret(NewSigningSecret.of(reply.body(), false));
              onEnded.run();
            },
            cause -> failed(endpoint, cause));
  }

  /** Publishes a secret that must be shown once. */
  void showSecret(NewSigningSecret newSecret) {
    secret.set(newSecret);
  }

  /** Call it once the operator has seen the secret. */
  void clearSecret() {
    secret.set(null);
  }

  /** Sets the status {@code active} or {@code disabled} of the revision that the operator saw. */
  void setStatus(ActionTarget endpoint, String status, String etag) {
    execute(
        endpoint,
        () -> api.patch(path(endpoint.id()), etag, Json.object().put("status", status)),
        reply -> onChanged.accept(EndpointRow.of(reply.body())));
  }

  /** Loads what the deletion would discard, unless another endpoint is shown meanwhile. */
  void loadDeletionImpact(Consumer<DeletionImpact> loaded) {
    String endpointId = id;
    busy.set(true);
    failure.set(null);
    background.run(
        () -> loadDeletionImpact(endpointId),
        impact -> {
          busy.set(false);
          if (endpointId.equals(id)) {
            loaded.accept(impact);
          }
        },
        cause -> {
          busy.set(false);
          if (endpointId.equals(id)) {
            failure.set(cause);
          }
        });
  }

  private DeletionImpact loadDeletionImpact(String endpointId) throws ApiException {
    int waiting = 0;
    boolean more = false;
    for (String status : WAITING) {
      Query query = Query.none().with("endpoint_id", endpointId).with("status", status);
      Page<?> page = api.page(DeliveryRow.PATH, query, "");
      waiting += page.rows().size();
      more |= page.hasMore();
    }
    return new DeletionImpact(waiting, more);
  }

  /** Deletes the endpoint; succeeds if it no longer exists. */
  void delete(ActionTarget endpoint) {
    String endpointId = endpoint.id();
    execute(endpoint, () -> deleteAt(path(endpointId)), ignored -> onDeleted.accept(endpointId));
  }

  private Reply deleteAt(String path) throws ApiException {
    try {
      return api.delete(path);
    } catch (ApiException e) {
      if (e.failure().isRefused(NOT_FOUND)) {
        return new Reply(NOT_FOUND, MissingNode.getInstance(), "");
      }
      throw e;
    }
  }

  private void execute(
      ActionTarget endpoint, BackgroundExecutor.Call<Reply> call, Consumer<Reply> done) {
    started(endpoint);
    background.run(
        call,
        reply -> {
          busy.set(false);
          done.accept(reply);
          onEnded.run();
        },
        cause -> failed(endpoint, cause));
  }

  private void started(ActionTarget endpoint) {
    failedActions.remove(endpoint.id());
    busy.set(true);
    failure.set(null);
  }

  private void failed(ActionTarget endpoint, Failure cause) {
    busy.set(false);
    setFailure(endpoint, cause);
    onEnded.run();
  }

  /** Shows a failure at its endpoint, or by its name when another one is shown. */
  void setFailure(ActionTarget endpoint, Failure cause) {
    if (endpoint.id().equals(id)) {
      failure.set(cause);
    } else {
      failedActions.add(endpoint, cause);
    }
  }

  private static String path(String endpointId) {
    return EndpointRow.PATH + "/" + endpointId;
  }
}
