package eu.callorders.server.app;

import eu.callorders.server.Await;
import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.worker.Loops;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The rounds of the loops of a test's service. */
record LoopRounds(Vertx vertx) {

  /** Wakes loops until each has completed a round started after this call. */
  void await(String... loops) {
    for (String loop : loops) {
      long first = awaitRoundAfter(loop, lastRound(loop));
      awaitRoundAfter(loop, first); // the first one may have started before the call
    }
  }

  private long awaitRoundAfter(String loop, long round) {
    return Await.until(
        "a round of " + loop,
        () -> {
          WorkLoop.wake(vertx, loop);
          return lastRound(loop);
        },
        last -> last != round);
  }

  /** End of the loop's last round, by {@link System#nanoTime}. */
  private long lastRound(String loop) {
    LoopActivity activity =
        Loops.of(vertx).stream().filter(each -> each.name().equals(loop)).findFirst().orElseThrow();
    while (true) {
      long now = System.nanoTime();
      Duration since = activity.sinceLastRound(now);
      if (since.isPositive()) { // otherwise the round may have ended after now
        return now - since.toNanos();
      }
    }
  }
}
