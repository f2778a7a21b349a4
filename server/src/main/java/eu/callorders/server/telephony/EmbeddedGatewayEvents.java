package eu.callorders.server.telephony;

import eu.callorders.server.dial.GatewayInbox;
import eu.callorders.server.dial.GatewayNews;
import eu.callorders.simulator.gateway.GatewayEvents;
import io.vertx.core.Vertx;
import java.util.List;

/** Carries the simulator's events into the inbox, and says so once they are stored. */
public final class EmbeddedGatewayEvents {
  private EmbeddedGatewayEvents() {}

  public static void deliver(Vertx vertx, GatewayInbox inbox) {
    vertx
        .eventBus()
        .<GatewayEvents>localConsumer(
            GatewayEvents.ADDRESS,
            message -> {
              List<GatewayNews> news =
                  message.body().events().stream().<GatewayNews>map(GatewayNews.Told::new).toList();
              inbox.add(news, () -> message.reply("stored"));
            });
  }
}
