package eu.callorders.server.app;

import eu.callorders.server.worker.Loops;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;

/** How the loops of this node get on. */
final class LoopMetrics {
  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  private LoopMetrics() {}

  /** Registers gauges for each loop that runs by now. */
  static void register(Vertx vertx, MeterRegistry metrics) {
    Loops.of(vertx)
        .forEach(
            loop -> {
              Gauge.builder(
                      "callorders_loop_last_round_age_seconds",
                      loop,
                      seen -> seen.sinceLastRound(System.nanoTime()).toNanos() / NANOS)
                  .description("Seconds since the loop has completed a round, its pause included")
                  .tag("loop", loop.name())
                  .register(metrics);
              Gauge.builder(
                      "callorders_loop_failing_seconds",
                      loop,
                      seen -> seen.failingFor(System.nanoTime()).toNanos() / NANOS)
                  .description("Seconds for which every round of the loop has failed")
                  .tag("loop", loop.name())
                  .register(metrics);
              Gauge.builder(
                      "callorders_loop_standing_still",
                      loop,
                      seen -> seen.isStandingStill() ? 1 : 0)
                  .description("Whether the loop neither pauses nor gets on")
                  .tag("loop", loop.name())
                  .register(metrics);
            });
  }
}
