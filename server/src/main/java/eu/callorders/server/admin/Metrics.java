package eu.callorders.server.admin;

import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.binder.jvm.JvmGcMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmMemoryMetrics;
import io.micrometer.core.instrument.binder.jvm.JvmThreadMetrics;
import io.micrometer.core.instrument.binder.system.ProcessorMetrics;
import io.micrometer.core.instrument.binder.system.UptimeMetrics;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.config.MeterFilterReply;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.micrometer.MicrometerMetricsFactory;
import io.vertx.micrometer.MicrometerMetricsOptions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Function;
import java.util.function.Supplier;

/** The figures of this node. They carry no personal data and no identifiers. */
public final class Metrics implements AutoCloseable {
  /** Prometheus counts time in seconds, and ends the name of no gauge in {@code _count}. */
  private static final MeterFilter CONVENTIONAL =
      new MeterFilter() {
        @Override
        public MeterFilterReply accept(Meter.Id id) {
          return id.getName().equals("process.cpu.time")
              ? MeterFilterReply.DENY
              : MeterFilterReply.NEUTRAL;
        }

        @Override
        public Meter.Id map(Meter.Id id) {
          return id.getName().equals("system.cpu.count") ? id.withName("system.cpus") : id;
        }
      };

  private static final double NANOS = Duration.ofSeconds(1).toNanos();

  private final PrometheusMeterRegistry registry =
      new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
  private final JvmGcMetrics collections = new JvmGcMetrics();

  /** A counter refers to its figure weakly, and stands still once that has been collected. */
  private final List<Supplier<Number>> counted = new CopyOnWriteArrayList<>();

  public Metrics() {
    registry.config().meterFilter(CONVENTIONAL);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    count("process_cpu_seconds", "Processor time that the process has used", Metrics::cpuSeconds);
  }

  /** A Vert.x that counts into these metrics. */
  public Vertx vertx(VertxOptions options, Function<VertxOptions, VertxBuilder> builder) {
    VertxOptions measured = new VertxOptions(options);
    measured.setMetricsOptions(new MicrometerMetricsOptions().setEnabled(true));
    return builder.apply(measured).withMetrics(new MicrometerMetricsFactory(registry)).build();
  }

  /** Where features register their own. */
  public MeterRegistry registry() {
    return registry;
  }

  /** Registers a figure that is asked for whenever the metrics are. */
  public void gauge(String name, String description, Supplier<Number> figure) {
    Gauge.builder(name, figure).description(description).register(registry);
  }

  /** Registers a figure that only grows, and that is asked for whenever the metrics are. */
  public void count(String name, String description, Supplier<Number> figure) {
    counted.add(figure);
    FunctionCounter.builder(name, figure, counter -> counter.get().doubleValue())
        .description(description)
        .register(registry);
  }

  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos()
        / NANOS;
  }

  /** Everything in the Prometheus text format. */
  String scrape() {
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
