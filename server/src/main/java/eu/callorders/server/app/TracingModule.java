package eu.callorders.server.app;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.admin.Metrics;
import eu.callorders.server.config.Config;
import eu.callorders.server.tracing.OtlpTraces;
import eu.callorders.server.tracing.Traces;
import java.net.URI;
import java.util.UUID;

/** The traces of a node. */
final class TracingModule {
  private TracingModule() {}

  /** Starts to send traces; without a collector nothing is created. */
  static Traces of(UUID node, Config config, Metrics metrics) {
    URI collector = config.otlpEndpoint();
    Traces traces =
        collector == null ? Traces.OFF : OtlpTraces.to(collector, identity(node, config));
    metrics.count(
        "callorders_spans_dropped", "Spans that the collector did not get", traces::dropped);
    return traces;
  }

  private static OtlpTraces.NodeIdentity identity(UUID node, Config config) {
    return new OtlpTraces.NodeIdentity(
        IdKind.NODE.format(node), NodeMetrics.version(), config.environment().wireName());
  }
}
