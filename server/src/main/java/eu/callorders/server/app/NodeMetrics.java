package eu.callorders.server.app;

import eu.callorders.server.admin.Metrics;
import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.worker.Loops;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Vertx;
import java.io.File;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

/** The metrics of this node's loops, disk and version. */
final class NodeMetrics {
  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  private final Vertx vertx;
  private final MeterRegistry registry;
  private final Map<LoopActivity, List<Meter>> meters = new HashMap<>();

  private NodeMetrics(Vertx vertx, MeterRegistry registry) {
    this.vertx = vertx;
    this.registry = registry;
  }

  /** Registers the metrics. Those of the loops follow their starts and ends. */
  static void register(Vertx vertx, Metrics metrics, Path dataDirectory) {
    metrics.beforeScrape(new NodeMetrics(vertx, metrics.registry())::updateLoops);
    File disk = dataDirectory.toFile();
    metrics.gauge(
        "callorders_disk_free_bytes",
        "Free bytes of the disk with the data directory",
        disk::getUsableSpace);
    metrics.gauge(
        "callorders_disk_size_bytes",
        "Size of the disk with the data directory",
        disk::getTotalSpace);
    Gauge.builder("callorders_build.info", () -> 1)
        .description("Always 1; the label is the release of this node")
        .tag("version", version())
        .register(metrics.registry());
  }

  /** Ended loops first: a loop that has started again has the same meters. */
  private synchronized void updateLoops() {
    List<LoopActivity> loops = Loops.of(vertx);
    meters.forEach(
        (loop, registered) -> {
          if (!loops.contains(loop)) {
            registered.forEach(registry::remove);
          }
        });
    meters.keySet().retainAll(loops);
    loops.forEach(loop -> meters.computeIfAbsent(loop, this::registerLoop));
  }

  private List<Meter> registerLoop(LoopActivity loop) {
    return List.of(
        Gauge.builder(
                "callorders_loop_last_round_age_seconds",
                loop,
                activity -> seconds(activity.sinceLastRound(System.nanoTime())))
            .description("Seconds since the last completed run, including the pause")
            .tag("loop", loop.name())
            .register(registry),
        Gauge.builder(
                "callorders_loop_failing_seconds",
                loop,
                activity -> seconds(activity.failingFor(System.nanoTime())))
            .description("Seconds during which every run has failed")
            .tag("loop", loop.name())
            .register(registry),
        Gauge.builder("callorders_loop_stalled", loop, activity -> activity.isStalled() ? 1 : 0)
            .description("Whether the loop is stuck in a run")
            .tag("loop", loop.name())
            .register(registry),
        FunctionTimer.builder(
                "callorders_loop_round",
                loop,
                LoopActivity::rounds,
                activity -> activity.timeInRounds().toNanos(),
                TimeUnit.NANOSECONDS)
            .description("Runs of the loop and the seconds they took, without pauses")
            .tag("loop", loop.name())
            .register(registry),
        FunctionCounter.builder("callorders_loop_failed_rounds", loop, LoopActivity::failedRounds)
            .description("Runs of the loop that failed")
            .tag("loop", loop.name())
            .register(registry));
  }

  private static double seconds(Duration duration) {
    return duration.toNanos() / NANOS;
  }

  /** The manifest's version; absent outside a jar. */
  static String version() {
    return Objects.requireNonNullElse(
        NodeMetrics.class.getPackage().getImplementationVersion(), "development");
  }
}
