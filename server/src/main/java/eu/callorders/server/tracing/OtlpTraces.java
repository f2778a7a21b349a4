package eu.callorders.server.tracing;

import io.opentelemetry.api.common.Attributes;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.exporter.otlp.http.trace.OtlpHttpSpanExporter;
import io.opentelemetry.sdk.resources.Resource;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.export.SpanExporter;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.slf4j.LoggerFactory;

/** Traces that a collector gets by OTLP over HTTP. */
public final class OtlpTraces implements Traces {
  private static final org.slf4j.Logger LOG = LoggerFactory.getLogger(OtlpTraces.class);
  private static final String PATH = "/v1/traces";

  /** Some seconds of a busy node, at about 1 KiB each. */
  static final int MAX_WAITING = 16_384;

  private static final Duration EXPORT_TIMEOUT = Duration.ofSeconds(5);

  /** For the spans of the last second; a stop has 20 seconds in all. */
  private static final Duration CLOSE_TIMEOUT = Duration.ofSeconds(1);

  /** The library logs each failure to standard error; {@link BoundedSpanQueue} logs changes. */
  private static final Logger LIBRARY = Logger.getLogger("io.opentelemetry");

  private final BoundedSpanQueue queue;
  private final SdkTracerProvider provider;
  private final SpanWriter writer;

  /**
   * The node, as a collector sees it.
   *
   * @param instance its id
   * @param version release
   * @param environment {@code live} or {@code sandbox}
   */
  public record NodeIdentity(String instance, String version, String environment) {
    private Resource resource() {
      return Resource.getDefault()
          .merge(
              Resource.create(
                  Attributes.builder()
                      .put("service.name", "call-orders")
                      .put("service.instance.id", instance)
                      .put("service.version", version)
                      .put("deployment.environment.name", environment)
                      .build()));
    }
  }

  /**
   * @param limit of spans that are not exported yet
   */
  OtlpTraces(SpanExporter exporter, NodeIdentity node, int limit) {
    LIBRARY.setLevel(Level.OFF);
    this.queue = new BoundedSpanQueue(exporter, limit);
    this.provider =
        SdkTracerProvider.builder()
            .setIdGenerator(new SpanIds())
            .setResource(node.resource())
            .addSpanProcessor(queue)
            .build();
    this.writer = new SpanWriter(provider.get("eu.callorders"));
  }

  /**
   * Starts to send.
   *
   * @param collector its base address, without a trailing slash
   */
  public static OtlpTraces to(URI collector, NodeIdentity node) {
    return new OtlpTraces(exporter(collector, EXPORT_TIMEOUT), node, MAX_WAITING);
  }

  static SpanExporter exporter(URI collector, Duration timeout) {
    return OtlpHttpSpanExporter.builder()
        .setEndpoint(collector + PATH)
        .setTimeout(timeout)
        .setConnectTimeout(timeout)
        .build();
  }

  @Override
  public boolean areOn() {
    return true;
  }

  @Override
  public void record(TracedStep step) {
    try {
      writer.write(step);
    } catch (RuntimeException e) {
      LOG.error("a step has no span", e);
    }
  }

  @Override
  public Map<String, String> headers(UUID orderId, UUID attemptId) {
    Map<String, String> headers = new HashMap<>();
    Span attempt = Span.wrap(SpanIds.ofAttempt(orderId, attemptId));
    W3CTraceContextPropagator.getInstance()
        .inject(Context.root().with(attempt), headers, (map, name, value) -> map.put(name, value));
    return headers;
  }

  @Override
  public long dropped() {
    return queue.dropped();
  }

  /** Sends what waits, within a second. */
  @Override
  public void close() {
    provider.shutdown().join(CLOSE_TIMEOUT.toMillis(), TimeUnit.MILLISECONDS);
  }
}
