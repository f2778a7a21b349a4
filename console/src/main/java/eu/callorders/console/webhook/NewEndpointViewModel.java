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
 * An endpoint that is being registered, once, whatever happens on the way. While nobody knows
 * whether a send has arrived, the form stays as it was sent.
 */
final class NewEndpointViewModel {
  private static final String FULL = "full";

  private final BackgroundExecutor background;
  private final Session session;
  private final Consumer<JsonNode> taken;
  private final Consumer<NewSigningSecret> secret;
  private final EndpointForm form = new EndpointForm();
  private final ReadOnlyBooleanWrapper busy = new ReadOnlyBooleanWrapper();
  private final ReadOnlyBooleanWrapper uncertain = new ReadOnlyBooleanWrapper();
  private final ReadOnlyObjectWrapper<@Nullable Failure> failure = new ReadOnlyObjectWrapper<>();
  private final IdempotencyKeyHolder key = new IdempotencyKeyHolder();
  private JsonNode sent = MissingNode.getInstance();

  /**
   * @param taken hears of the endpoint that the service has made
   * @param secret hears of the secret that it was made with, or that this secret got lost
   */
  NewEndpointViewModel(
      BackgroundExecutor background,
      Session session,
      Consumer<JsonNode> taken,
      Consumer<NewSigningSecret> secret) {
    this.background = background;
    this.session = session;
    this.taken = taken;
    this.secret = secret;
    startOver();
  }

  boolean mayRegister() {
    return session.may(Scope.CONFIG_WRITE);
  }

  /** Registers it, or asks again what has become of the same request. */
  void send() {
    if (busy.get()) {
      return;
    }
    form.acquit();
    failure.set(null);
    if (!uncertain.get()) {
      sent = form.body();
    }
    JsonNode body = sent;
    String under = key.get();
    busy.set(true);
    background.run(
        () -> session.api().post(EndpointRow.PATH, under, body), this::taken, this::failed);
  }

  private void taken(Reply reply) {
    JsonNode made = reply.body();
    busy.set(false);
    startOver();
    taken.accept(made);
    secret.accept(
        new NewSigningSecret(made.path("url").asText(), made.path("secret").asText(""), true));
  }

  private void failed(Failure why) {
    uncertain.set(key.isDoubtfulAfter(why, uncertain.get()));
    failure.set(form.blame(why) ? null : why);
    busy.set(false);
  }

  /** An empty form for another endpoint. */
  void startOver() {
    key.renew();
    sent = MissingNode.getInstance();
    uncertain.set(false);
    failure.set(null);
    form.acquit();
    EndpointField.FIELDS.forEach(field -> form.value(field).set(""));
    form.value(EndpointField.PAYLOAD_MODE).set(FULL);
  }

  /** Whether there is anything of an endpoint that would be lost. */
  boolean isWritten() {
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

  /** Whether nobody knows if the endpoint has been registered. */
  ReadOnlyBooleanProperty uncertain() {
    return uncertain.getReadOnlyProperty();
  }

  /** Beside the faults that stand at their fields. */
  ReadOnlyObjectProperty<@Nullable Failure> failure() {
    return failure.getReadOnlyProperty();
  }
}
