package eu.callorders.console.form;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Reply;
import eu.callorders.console.work.IdempotentPost;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** A new resource, created once: while the outcome of a send is unknown, the form stays as sent. */
public abstract class NewResourceViewModel<F> {
  public final BooleanProperty busy = new SimpleBooleanProperty();

  /** Whether fields are filled in that closing would lose. */
  public final BooleanProperty hasInput = new SimpleBooleanProperty();

  /** The failure of the last send, unless the fields show it. */
  public final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();

  /** Whether the resource may have been created. */
  public final ReadOnlyBooleanProperty outcomeUnknown;

  private final IdempotentPost post;
  private final Fields<F> fields;
  private final Set<F> retained;
  private final Consumer<JsonNode> onCreated;

  /**
   * @param retained fields that keep their value for the next resource
   */
  protected NewResourceViewModel(
      IdempotentPost post, Fields<F> fields, Set<F> retained, Consumer<JsonNode> onCreated) {
    this.post = post;
    this.outcomeUnknown = post.outcomeUnknown();
    this.fields = fields;
    this.retained = retained;
    this.onCreated = onCreated;
    fields.fields().forEach(field -> fields.value(field).addListener(ignored -> updateHasInput()));
  }

  private void updateHasInput() {
    hasInput.set(
        fields.fields().stream()
            .anyMatch(field -> !retained.contains(field) && !fields.text(field).isEmpty()));
  }

  /** Path of the list of the resources. */
  protected abstract String path();

  /** The input; empty when a field is invalid, which is then marked. */
  protected abstract Optional<ObjectNode> body();

  /** Marks invalid fields; whether there are none and no send is running. */
  public final boolean isReady() {
    return !busy.get() && check().isPresent();
  }

  private Optional<ObjectNode> check() {
    fields.clearErrors();
    failure.set(null);
    return body();
  }

  /** Sends the input, or repeats the last request if its outcome is unknown. */
  public final void send() {
    if (!busy.get()) {
      check().ifPresent(this::send);
    }
  }

  private void send(ObjectNode body) {
    busy.set(true);
    post.send(path(), body, this::created, this::failed);
  }

  private void created(Reply reply) {
    busy.set(false);
    startOver();
    onCreated.accept(reply.body());
  }

  private void failed(Failure cause) {
    failure.set(fields.setError(cause) ? null : cause);
    busy.set(false);
  }

  public void startOver() {
    post.startOver();
    failure.set(null);
    fields.clearErrors();
    for (F field : fields.fields()) {
      if (!retained.contains(field)) {
        fields.value(field).set("");
      }
    }
  }
}
