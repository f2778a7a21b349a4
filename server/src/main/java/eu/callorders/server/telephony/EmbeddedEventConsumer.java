package eu.callorders.server.telephony;

import eu.callorders.server.dial.AttemptUpdate;
import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.simulator.gateway.GatewayEventBatch;
import io.vertx.core.Vertx;
import java.util.List;

/** Carries the simulator's events into the inbox, and says so once they are stored. */
public final class EmbeddedEventConsumer {
  private EmbeddedEventConsumer() {}

  public static void deliver(Vertx vertx, GatewayInbox inbox) {
    vertx
        .eventBus()
        .<GatewayEventBatch>localConsumer(
            GatewayEventBatch.ADDRESS,
            message -> {
              List<AttemptUpdate> news =
                  message.body().events().stream()
                      .<AttemptUpdate>map(AttemptUpdate.EventReceived::new)
                      .toList();
              inbox.add(news, () -> message.reply("stored"));
            });
  }
}
