package eu.callorders.server.app;

import static eu.callorders.server.TestNode.await;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.admin.Metrics;
import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.worker.Loops;
import io.vertx.core.Vertx;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class NodeMetricsTest {
  private static final String ROUNDS = "callorders_loop_round_seconds_count{loop=\"late\"} ";

  private final Vertx vertx = Vertx.vertx();
  @AutoClose private final Metrics metrics = new Metrics();

  @BeforeEach
  void register() {
    NodeMetrics.register(vertx, metrics, Path.of("."));
    assertThat(metrics.scrape()).doesNotContain("callorders_loop");
  }

  @AfterEach
  void close() {
    await(vertx.close());
  }

  @Test
  void measuresLoopsThatStartAfterRegistration() {
    start("first", 2);

    assertThat(metrics.scrape())
        .contains(ROUNDS + "2\n", "callorders_loop_stalled{loop=\"late\"} 0.0\n");
  }

  @Test
  void removesEndedLoopsAndMeasuresRestartedOnesAnew() {
    start("first", 2);
    assertThat(metrics.scrape()).contains(ROUNDS);

    Loops.remove(vertx, "first");
    assertThat(metrics.scrape()).doesNotContain("callorders_loop");

    start("second", 1);
    assertThat(metrics.scrape()).contains(ROUNDS + "1\n");
  }

  /** Ends and starts between two scrapes. */
  @Test
  void measuresALoopAnewThatHasRestartedSinceTheLastScrape() {
    start("first", 2);
    assertThat(metrics.scrape()).contains(ROUNDS + "2\n");

    Loops.remove(vertx, "first");
    start("second", 1);

    assertThat(metrics.scrape()).contains(ROUNDS + "1\n");
  }

  private void start(String key, int rounds) {
    LoopActivity loop = new LoopActivity("late");
    for (int round = 0; round < rounds; round++) {
      loop.roundBegan();
      loop.roundEnded();
    }
    Loops.add(vertx, key, loop);
  }
}
