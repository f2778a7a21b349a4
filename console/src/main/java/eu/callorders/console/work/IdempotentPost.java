package eu.callorders.console.work;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Reply;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.beans.property.ReadOnlyBooleanProperty;
import javafx.beans.property.ReadOnlyBooleanWrapper;

/**
 * A request that the service executes once: after any failure but a {@link Failure#isFinalRefusal
 * final refusal}, the same body is sent again with the same idempotency key.
 */
public final class IdempotentPost {
  private final BackgroundExecutor background;
  private final ApiClient api;
  private final ReadOnlyBooleanWrapper outcomeUnknown = new ReadOnlyBooleanWrapper();
  private String key = UUID.randomUUID().toString();
  private JsonNode body = MissingNode.getInstance();

  public IdempotentPost(BackgroundExecutor background, ApiClient api) {
    this.background = background;
    this.api = api;
  }

  /** Whether the service may have executed the last request. */
  public ReadOnlyBooleanProperty outcomeUnknown() {
    return outcomeUnknown.getReadOnlyProperty();
  }

  /** Sends that body, or repeats the last one if its outcome is unknown. */
  public void send(String path, JsonNode newBody, Consumer<Reply> done, Consumer<Failure> failed) {
    body = outcomeUnknown.get() ? body : newBody;
    JsonNode sentBody = body;
    String sentKey = key;
    background.run(
        () -> api.post(path, sentKey, sentBody),
        reply -> {
          startOver();
          done.accept(reply);
        },
        cause -> {
          if (cause.isFinalRefusal()) {
            startOver();
          } else {
            outcomeUnknown.set(true);
          }
          failed.accept(cause);
        });
  }

  /** The next request is another one. */
  public void startOver() {
    key = UUID.randomUUID().toString();
    body = MissingNode.getInstance();
    outcomeUnknown.set(false);
  }
}
