package eu.callorders.server.worker;

import eu.callorders.server.concurrent.LoopActivity;
import io.netty.util.concurrent.EventExecutor;
import io.vertx.core.Vertx;
import io.vertx.core.internal.VertxInternal;
import java.util.concurrent.TimeUnit;

/**
 * Makes event loops visible to the watchdog. A blocked event loop answers no request of its
 * connections and runs none of its timers, while the other loops work on.
 */
public final class EventLoopProbe {
  private EventLoopProbe() {}

  /** Runs a task on every event loop each second until Vert.x closes. */
  public static void start(Vertx vertx) {
    VertxInternal internal = (VertxInternal) vertx;
    int number = 0;
    for (EventExecutor loop : internal.nettyEventLoopGroup()) {
      probe(vertx, "event-loop-" + number++, loop);
    }
    internal.acceptorEventLoopGroup().forEach(loop -> probe(vertx, "acceptor", loop));
  }

  private static void probe(Vertx vertx, String name, EventExecutor loop) {
    LoopActivity activity = new LoopActivity(name);
    loop.execute(activity::begin);
    var _ = loop.scheduleAtFixedRate(() -> round(activity), 0, 1, TimeUnit.SECONDS);
    Loops.add(vertx, name, activity);
  }

  private static void round(LoopActivity activity) {
    activity.roundBegan();
    activity.roundEnded();
  }
}
