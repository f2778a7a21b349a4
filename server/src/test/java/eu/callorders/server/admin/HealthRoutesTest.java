package eu.callorders.server.admin;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.TestNode;
import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.worker.LoopWatchdog;
import eu.callorders.server.worker.LoopWatchdogPolicy;
import eu.callorders.server.worker.Loops;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HealthRoutesTest {
  private final Vertx vertx = Vertx.vertx();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final AtomicBoolean databaseUnavailable = new AtomicBoolean();
  private TestHttpClient calls;

  @BeforeEach
  void listen() {
    calls = calls(false);
  }

  private TestHttpClient calls(boolean laboratory) {
    Router router = Router.router(vertx);
    new HealthRoutes(List.of(), vertx, databaseUnavailable::get, stopping::get, laboratory)
        .mount(router);
    HttpServer server =
        TestNode.await(vertx.createHttpServer().requestHandler(router).listen(0, "localhost"));
    return new TestHttpClient(server.actualPort(), "no-token");
  }

  @AfterEach
  void close() {
    calls.close();
    TestNode.await(vertx.close());
  }

  @Test
  void isNotReadyDuringShutdown() {
    assertThat(calls.get("/health/ready").status()).isEqualTo(200);

    stopping.set(true);

    TestHttpClient.Response ready = calls.get("/health/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(failedChecks(ready)).containsExactly("stopping");
    assertThat(calls.get("/health/live").status()).isEqualTo(200);
  }

  @Test
  void reportsLaboratory() {
    assertThat(calls.get("/health/ready").body().has("laboratory")).isFalse();
    try (TestHttpClient inLaboratory = calls(true)) {
      assertThat(inLaboratory.get("/health/ready").body().path("laboratory").asBoolean()).isTrue();
    }
  }

  @Test
  void reportsLoopFailingForOneMinuteUnlessDatabaseIsUnavailable() {
    long now = System.nanoTime();
    LoopActivity longer = new LoopActivity("failing");
    longer.roundFailed(now - Duration.ofSeconds(61).toNanos(), true);
    LoopActivity shorter = new LoopActivity("flaky");
    shorter.roundFailed(now, true);
    Loops.add(vertx, "1", longer);
    Loops.add(vertx, "2", shorter);

    TestHttpClient.Response ready = calls.get("/health/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(failedChecks(ready)).containsExactly("loop failing");

    databaseUnavailable.set(true);
    assertThat(calls.get("/health/ready").status()).isEqualTo(200);

    databaseUnavailable.set(false);
    longer.roundSucceeded();
    assertThat(calls.get("/health/ready").status()).isEqualTo(200);
  }

  @Test
  void reportsStuckLoop() {
    LoopWatchdogPolicy shortTimeouts =
        new LoopWatchdogPolicy(
            Duration.ofMillis(50), Duration.ofMillis(200), Duration.ofDays(1), Duration.ofDays(1));
    AtomicBoolean blocked = new AtomicBoolean(true);
    AtomicInteger rounds = new AtomicInteger();
    WorkLoop.start(
        vertx,
        "stuck",
        () -> {
          while (rounds.getAndIncrement() > 0 && blocked.get()) {
            LockSupport.parkNanos(Duration.ofMillis(1).toNanos());
          }
          return Duration.ofMillis(1);
        });
    try (LoopWatchdog _ = LoopWatchdog.start(vertx, shortTimeouts, () -> {})) {
      TestHttpClient.Response ready =
          Await.until(
              "the stuck loop is reported",
              () -> calls.get("/health/ready"),
              seen -> seen.status() == 503);
      assertThat(failedChecks(ready)).containsExactly("loop stuck");

      blocked.set(false);

      Await.until(
          "the loop has recovered", () -> calls.get("/health/ready"), seen -> seen.status() == 200);
    }
  }

  private static List<String> failedChecks(TestHttpClient.Response ready) {
    List<String> names = new ArrayList<>();
    ready
        .body()
        .path("checks")
        .forEach(
            check -> {
              if (check.path("status").asText().equals("down")) {
                names.add(check.path("name").asText());
              }
            });
    return names;
  }
}
