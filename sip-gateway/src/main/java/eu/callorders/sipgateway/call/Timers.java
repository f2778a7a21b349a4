package eu.callorders.sipgateway.call;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The timers of one call, by name. Confined to the event loop. */
final class Timers {
  private final Vertx vertx;
  private final Map<String, Long> timers = new HashMap<>();

  Timers(Vertx vertx) {
    this.vertx = vertx;
  }

  /** Replaces a timer of the same name. */
  void start(String name, Duration after, Runnable action) {
    cancel(name);
    timers.put(
        name,
        vertx.setTimer(
            Math.max(1, after.toMillis()),
            fired -> {
              timers.remove(name);
              action.run();
            }));
  }

  /** False when it has fired, or was not started. */
  boolean cancel(String name) {
    Long timer = timers.remove(name);
    return timer != null && vertx.cancelTimer(timer);
  }

  void cancelAll() {
    timers.values().forEach(vertx::cancelTimer);
    timers.clear();
  }
}
