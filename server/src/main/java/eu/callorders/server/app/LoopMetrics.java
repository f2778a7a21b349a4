package eu.callorders.server.app;

import eu.callorders.server.worker.Loops;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.time.Duration;

/** The metrics of this node's loops. */
final class LoopMetrics {
  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  private LoopMetrics() {}

  /** Registers gauges for each running loop. */
  static void register(Vertx vertx, MeterRegistry metrics) {
    Loops.of(vertx)
        .forEach(
            loop -> {
              Gauge.builder(
                      "callorders_loop_last_round_age_seconds",
                      loop,
                      activity -> activity.sinceLastRound(System.nanoTime()).toNanos() / NANOS)
                  .description("Seconds since the last completed run, including the pause")
                  .tag("loop", loop.name())
                  .register(metrics);
              Gauge.builder(
                      "callorders_loop_failing_seconds",
                      loop,
                      activity -> activity.failingFor(System.nanoTime()).toNanos() / NANOS)
                  .description("Seconds during which every run has failed")
                  .tag("loop", loop.name())
                  .register(metrics);
              Gauge.builder(
                      "callorders_loop_stalled", loop, activity -> activity.isStalled() ? 1 : 0)
                  .description("Whether the loop is stuck in a run")
                  .tag("loop", loop.name())
                  .register(metrics);
            });
  }
}
