package eu.callorders.server.tracing;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class CollectorFailureTest {
  private static final OtlpTraces.NodeIdentity NODE =
      new OtlpTraces.NodeIdentity("node_1", "1.2.3", "sandbox");

  /** Longer than a test: a wait for the collector would be noticed. */
  private static final Duration LONG = Duration.ofHours(1);

  private static final Duration SHORT = Duration.ofMillis(200);

  @AutoClose private final TestCollector collector = new TestCollector();

  private static Traces traces(URI address, Duration timeout, int limit) {
    return new OtlpTraces(OtlpTraces.exporter(address, timeout), NODE, limit);
  }

  private static void record(Traces traces, int steps) {
    for (int step = 0; step < steps; step++) {
      traces.record(TestSteps.accepted());
    }
  }

  @Test
  void hangingCollectorDelaysNothingAndDropsWhatExceedsTheLimit() {
    collector.hanging();
    Traces traces = traces(collector.address(), LONG, 600);

    record(traces, 1_000);

    assertThat(traces.dropped()).isEqualTo(400);
    Await.until("a batch is on its way", () -> !collector.requests().isEmpty());
    record(traces, 10);
    assertThat(traces.dropped()).as("what is on its way counts").isEqualTo(410);

    long start = System.nanoTime();
    traces.close();
    assertThat(Duration.ofNanos(System.nanoTime() - start))
        .as("the end of the node")
        .isLessThan(Duration.ofSeconds(10));
  }

  @Test
  void countsSpansThatTheCollectorRefuses() {
    collector.refusing(400);
    try (Traces traces = traces(collector.address(), LONG, 100)) {
      record(traces, 5);
      Await.until("they are counted", () -> traces.dropped() == 5);

      collector.refusing(200);
      record(traces, 3);
      collector.await("the collector gets the next ones", spans -> spans.size() == 3);
      assertThat(traces.dropped()).isEqualTo(5);
    }
  }

  @Test
  void refusedSpansMakeRoomForOthers() {
    collector.refusing(400);
    try (Traces traces = traces(collector.address(), LONG, 10)) {
      for (int round = 1; round <= 3; round++) {
        record(traces, 10);
        int dropped = 10 * round;
        Await.until("they are counted", () -> traces.dropped() == dropped);
      }
    }
  }

  @Test
  void countsSpansWithoutACollector() {
    try (Traces traces = traces(URI.create("http://127.0.0.1:9"), SHORT, 100)) {
      record(traces, 4);
      Await.until("they are counted", () -> traces.dropped() == 4);
    }
  }

  @Test
  void countsSpansWhoseResponseIsLate() {
    collector.hanging();
    try (Traces traces = traces(collector.address(), SHORT, 100)) {
      record(traces, 4);
      Await.until("they are counted", () -> traces.dropped() == 4);
    }
  }
}
