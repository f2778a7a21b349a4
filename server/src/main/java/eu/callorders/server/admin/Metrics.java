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

/** The metrics of this node. They carry no personal data and no identifiers. */
public final class Metrics implements AutoCloseable {
  /** Follows Prometheus conventions: no {@code _count} suffix on gauges. */
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

  /** Strong references: a counter holds its supplier weakly and freezes once that is collected. */
  private final List<Supplier<Number>> suppliers = new CopyOnWriteArrayList<>();

  private final List<Runnable> beforeScrape = new CopyOnWriteArrayList<>();

  public Metrics() {
    registry.config().meterFilter(CONVENTIONAL);
    new JvmMemoryMetrics().bindTo(registry);
    new JvmThreadMetrics().bindTo(registry);
    new ProcessorMetrics().bindTo(registry);
    new UptimeMetrics().bindTo(registry);
    collections.bindTo(registry);
    count("process_cpu_seconds", "CPU time of the process", Metrics::cpuSeconds);
  }

  /** A Vert.x instance that reports to these metrics. */
  public Vertx vertx(VertxOptions options, Function<VertxOptions, VertxBuilder> builder) {
    VertxOptions measured = new VertxOptions(options);
    measured.setMetricsOptions(new MicrometerMetricsOptions().setEnabled(true));
    return builder.apply(measured).withMetrics(new MicrometerMetricsFactory(registry)).build();
  }

  public MeterRegistry registry() {
    return registry;
  }

  /** Registers a gauge that is read at each scrape. */
  public void gauge(String name, String description, Supplier<Number> supplier) {
    Gauge.builder(name, supplier).description(description).register(registry);
  }

  /** Registers a counter that is read at each scrape. */
  public void count(String name, String description, Supplier<Number> supplier) {
    suppliers.add(supplier);
    FunctionCounter.builder(name, supplier, counter -> counter.get().doubleValue())
        .description(description)
        .register(registry);
  }

  /** Adds an action that registers and removes meters before each scrape. */
  public void beforeScrape(Runnable action) {
    beforeScrape.add(action);
  }

  private static double cpuSeconds() {
    return ProcessHandle.current().info().totalCpuDuration().orElse(Duration.ZERO).toNanos()
        / NANOS;
  }

  /** All metrics in the text format of Prometheus. */
  public String scrape() {
    beforeScrape.forEach(Runnable::run);
    return registry.scrape();
  }

  @Override
  public void close() {
    collections.close();
    registry.close();
  }
}
