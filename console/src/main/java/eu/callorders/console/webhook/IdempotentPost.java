package eu.callorders.console.webhook;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.Reply;
import eu.callorders.console.work.BackgroundExecutor;
import java.util.UUID;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.SimpleBooleanProperty;

/**
 * A request that the service executes once: while the outcome of an attempt is unknown, the same
 * body is repeated with the same idempotency key.
 */
final class IdempotentPost {
  private static final String IN_PROGRESS = "idempotency_key_in_progress";
  private static final int SERVER_ERROR = 500;

  private final BackgroundExecutor background;
  private final ApiClient api;

  /** Whether the service may have executed the last request. */
  final BooleanProperty outcomeUnknown = new SimpleBooleanProperty();

  private String key = UUID.randomUUID().toString();
  private JsonNode body = MissingNode.getInstance();

  IdempotentPost(BackgroundExecutor background, ApiClient api) {
    this.background = background;
    this.api = api;
  }

  /** Sends that body, or repeats the last one if its outcome is unknown. */
  void send(String path, JsonNode newBody, Consumer<Reply> done, Consumer<Failure> failed) {
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
          if (mayBeExecuted(cause)) {
            outcomeUnknown.set(true);
          } else {
            startOver();
          }
          failed.accept(cause);
        });
  }

  private boolean mayBeExecuted(Failure cause) {
    if (!(cause instanceof Failure.Refused refused) || refused.problem().status() >= SERVER_ERROR) {
      return true;
    }
    return refused.isRefused(IN_PROGRESS) || (outcomeUnknown.get() && !refused.isFinalRefusal());
  }

  /** The next request is another one. */
  void startOver() {
    key = UUID.randomUUID().toString();
    body = MissingNode.getInstance();
    outcomeUnknown.set(false);
  }
}
