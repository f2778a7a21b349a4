package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;
import javafx.beans.property.ReadOnlyObjectProperty;
import javafx.beans.property.ReadOnlyObjectWrapper;
import org.jspecify.annotations.Nullable;

/**
 * Registers an endpoint exactly once. While the outcome of a request is unknown, the form is frozen
 * and only the same request can be repeated.
 */
final class NewEndpointViewModel {
  private static final String FULL = "full";

  private final BackgroundExecutor background;
  private final Session session;
  private final Consumer<JsonNode> registered;
  private final Consumer<NewSigningSecret> secret;
  private final EndpointForm form = new EndpointForm();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper outcomeUnknown = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final IdempotencyKeyHolder key = new IdempotencyKeyHolder();
  private JsonNode sent = MissingNode.getInstance();

  /**
   * @param registered called with the new endpoint
   * @param secret called with its secret, which may be lost
   */
  NewEndpointViewModel(
      BackgroundExecutor background,
      Session session,
      Consumer<JsonNode> registered,
      Consumer<NewSigningSecret> secret) {
    this.background = background;
    this.session = session;
    this.registered = registered;
    this.secret = secret;
    startOver();
  }

  boolean canRegister() {
    return session.may(Scope.CONFIG_WRITE);
  }

  /** Registers the endpoint, or repeats the request if its outcome is unknown. */
  void send() {
    if (busy.get()) {
      return;
    }
    form.clearErrors();
    failure.set(null);
    if (!outcomeUnknown.get()) {
      sent = form.body();
    }
    JsonNode body = sent;
    String idempotencyKey = key.get();
    busy.set(true);
    background.run(
        () -> session.api().post(EndpointRow.PATH, idempotencyKey, body),
        this::registered,
        this::failed);
  }

  private void registered(Reply reply) {
    JsonNode endpoint = reply.body();
    busy.set(false);
    startOver();
    registered.accept(endpoint);
    secret.accept(
        new NewSigningSecret(
            endpoint.path("url").asText(), endpoint.path("secret").asText(""), true));
  }

  private void failed(Failure cause) {
    outcomeUnknown.set(key.isOutcomeUnknown(cause, outcomeUnknown.get()));
    failure.set(form.setError(cause) ? null : cause);
    busy.set(false);
  }

  /** Clears the form for another endpoint. */
  void startOver() {
    key.renew();
    sent = MissingNode.getInstance();
    outcomeUnknown.set(false);
    failure.set(null);
    form.clearErrors();
    EndpointField.FIELDS.forEach(field -> form.value(field).set(""));
    form.value(EndpointField.PAYLOAD_MODE).set(FULL);
  }

  /** Whether there is unsaved input. */
  boolean isModified() {
    return EndpointField.FIELDS.stream()
        .anyMatch(
            field -> !form.text(field).equals(field == EndpointField.PAYLOAD_MODE ? FULL : ""));
  }

  EndpointForm form() {
    return form;
  }

  ReadOnlyBooleanProperty busy() {
    return busy.getReadOnlyProperty();
  }

  /** Whether the endpoint may have been registered. */
  ReadOnlyBooleanProperty outcomeUnknown() {
    return outcomeUnknown.getReadOnlyProperty();
  }

  /** Without the errors shown at the fields. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
