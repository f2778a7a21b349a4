package eu.callorders.client.examples;

import eu.callorders.client.CallOrderClient;
import eu.callorders.client.EventConsumer;
import eu.callorders.client.FileCursorStore;
import eu.callorders.client.model.CallOrderEvent;
import eu.callorders.client.model.EventType;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Follows the event feed and continues after a restart where it stopped. */
public final class FollowFeed {
  private FollowFeed() {}

  public static void run(CallOrderClient client, Path place, Consumer<String> completed)
      throws InterruptedException {
    try (EventConsumer consumer = new EventConsumer(client, new FileCursorStore(place))) {
      consumer.run(
          event -> {
            // An event comes at least once: remember event.id() with what you change.
            if (event instanceof CallOrderEvent order
                && order.type().equals(EventType.CALL_ORDER_COMPLETED)) {
              completed.accept(order.data().id());
            }
          });
    }
  }
}
