package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Reply;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.IdempotentPost;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/**
 * Registers an endpoint exactly once. While the outcome of a request is unknown, the form is frozen
 * and only the same request can be repeated.
 */
final class NewEndpointViewModel {
  private static final String FULL = "full";

  private final Consumer<JsonNode> registered;
  private final Consumer<NewSigningSecret> secret;
  final EndpointForm form = new EndpointForm();
  final BooleanProperty busy = new SimpleBooleanProperty();

  /** Without the errors shown at the fields. */
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  private final IdempotentPost post;

  /** Whether the endpoint may have been registered. */
  final ReadOnlyBooleanProperty outcomeUnknown;

  NewEndpointViewModel(
      BackgroundExecutor background,
      Session session,
      Consumer<JsonNode> registered,
      Consumer<NewSigningSecret> secret) {
    this.registered = registered;
    this.secret = secret;
    this.post = new IdempotentPost(background, session.api());
    this.outcomeUnknown = post.outcomeUnknown();
    startOver();
  }

  /** Registers the endpoint, or repeats the request if its outcome is unknown. */
  void send() {
    if (busy.get()) {
      return;
    }
    form.clearErrors();
    failure.set(null);
    busy.set(true);
    post.send(EndpointRow.PATH, body(), this::registered, this::failed);
  }

  /** All non-empty fields. */
  private ObjectNode body() {
    ObjectNode body = Json.object();
    for (EndpointForm.Member field : form.fields()) {
      if (!form.text(field).isEmpty()) {
        body.set(field.wireName(), form.json(field));
      }
    }
    return body;
  }

  private void registered(Reply reply) {
    busy.set(false);
    startOver();
    registered.accept(reply.body());
    secret.accept(NewSigningSecret.of(reply.body(), true));
  }

  private void failed(Failure cause) {
    failure.set(form.setError(cause) ? null : cause);
    busy.set(false);
  }

  void startOver() {
    post.startOver();
    failure.set(null);
    form.clearErrors();
    form.fields().forEach(field -> form.value(field).set(initial(field)));
  }

  private static String initial(EndpointForm.Member field) {
    return field == EndpointForm.Member.PAYLOAD_MODE ? FULL : "";
  }

  boolean isModified() {
    return form.fields().stream().anyMatch(field -> !form.text(field).equals(initial(field)));
  }
}
