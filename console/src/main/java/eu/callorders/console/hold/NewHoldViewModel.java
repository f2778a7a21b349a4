package eu.callorders.console.hold;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.IdempotentPost;
import java.util.function.Consumer;
import javafx.beans.property.BooleanProperty;
import javafx.beans.property.ObjectProperty;
import javafx.beans.property.SimpleBooleanProperty;
import javafx.beans.property.SimpleObjectProperty;
import org.jspecify.annotations.Nullable;

/** Places holds, each of them once. */
final class NewHoldViewModel {
  private static final int EXISTED = 200;

  final BooleanProperty busy = new SimpleBooleanProperty();
  final ObjectProperty<@Nullable Failure> failure = new SimpleObjectProperty<>();
  private final IdempotentPost post;
  private final Consumer<Boolean> onPlaced;
  private JsonNode sent = MissingNode.getInstance();

  /**
   * @param onPlaced receives whether an equal hold stood already
   */
  NewHoldViewModel(BackgroundExecutor background, Session session, Consumer<Boolean> onPlaced) {
    this.post = new IdempotentPost(background, session.api());
    this.onPlaced = onPlaced;
  }

  /** Places a valid hold. After a failure the same hold can be sent again; a changed one is new. */
  void place(NewHold hold) {
    if (busy.get() || !hold.faults().isEmpty()) {
      return;
    }
    JsonNode body = hold.body();
    if (!body.equals(sent)) {
      post.startOver();
      sent = body;
    }
    busy.set(true);
    failure.set(null);
    post.send(
        HoldsViewModel.PATH,
        body,
        reply -> {
          busy.set(false);
          onPlaced.accept(reply.status() == EXISTED);
        },
        cause -> {
          busy.set(false);
          failure.set(cause);
        });
  }
}
