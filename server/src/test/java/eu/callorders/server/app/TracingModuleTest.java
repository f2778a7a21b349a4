package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.admin.Metrics;
import eu.callorders.server.config.Config;
import eu.callorders.server.tracing.Traces;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class TracingModuleTest {
  @AutoClose private final Metrics metrics = new Metrics();

  @Test
  void createsNothingWithoutCollector() {
    Traces traces = TracingModule.of(UUID.randomUUID(), Config.read(Map.of(), null), metrics);

    assertThat(traces).isSameAs(Traces.OFF);
    assertThat(traces.areOn()).isFalse();
    assertThat(metrics.scrape()).contains("callorders_spans_dropped_total 0.0\n");
  }
}
