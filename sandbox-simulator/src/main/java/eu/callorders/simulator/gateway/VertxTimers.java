package eu.callorders.simulator.gateway;

import io.vertx.core.Vertx;
import java.time.Duration;

/** Timers of the event loop that starts them. */
public record VertxTimers(Vertx vertx) implements Timers {

  @Override
  public long start(Duration after, Runnable wakeUp) {
    return vertx.setTimer(Math.max(1, after.toMillis()), timer -> wakeUp.run());
  }

  @Override
  public void cancel(long timer) {
    vertx.cancelTimer(timer);
  }
}
