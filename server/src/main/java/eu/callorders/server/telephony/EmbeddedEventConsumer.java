package eu.callorders.server.telephony;

import eu.callorders.server.dial.AttemptUpdate;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.simulator.gateway.GatewayEventBatch;
import io.vertx.core.Vertx;
import java.util.List;

/** Adds the simulator's events to the inbox, and confirms them once they are stored. */
public final class EmbeddedEventConsumer {
  private EmbeddedEventConsumer() {}

  public static void register(Vertx vertx, GatewayInbox inbox) {
    vertx
        .eventBus()
        .<GatewayEventBatch>localConsumer(
            GatewayEventBatch.ADDRESS,
            message -> {
              List<AttemptUpdate> updates =
                  message.body().events().stream()
                      .<AttemptUpdate>map(AttemptUpdate.EventReceived::new)
                      .toList();
              inbox.add(updates, () -> message.reply("stored"));
            });
  }
}
