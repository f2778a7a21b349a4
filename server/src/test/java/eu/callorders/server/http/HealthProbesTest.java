package eu.callorders.server.http;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.admin.HealthCheck;
import eu.callorders.server.admin.HealthRoutes;
import eu.callorders.server.admin.PublicHealthRoutes;
import eu.callorders.server.ratelimit.RateLimit;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Probes of a load balancer at the API's listener. */
class HealthProbesTest {
  private static final int BURST = 2;

  private final Vertx vertx = Vertx.vertx();
  private final AtomicBoolean stopping = new AtomicBoolean();
  private final AtomicInteger runs = new AtomicInteger();
  private final Promise<Void> check = Promise.promise();
  private final Promise<Void> gateway = Promise.promise();
  private final HealthRoutes health =
      new HealthRoutes(
          List.of(new HealthCheck("part", this::check), HealthCheck.gateway(gateway::future)),
          vertx,
          () -> false,
          stopping::get,
          false);

  private Future<Void> check() {
    runs.incrementAndGet();
    return check.future();
  }

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private ApiFixture api() {
    return new ApiFixture(
        false, new RateLimit(1, BURST), List.of(new PublicHealthRoutes(vertx, health::isReady)));
  }

  private static void assertStatus(RawHttp.RawResponse response, int status, String word) {
    assertThat(response.status()).isEqualTo(status);
    assertThat(response.body()).isEqualTo("{\"status\":\"" + word + "\"}");
    assertThat(response.header("RateLimit-Limit")).isEqualTo(Integer.toString(BURST));
    assertThat(response.header("Cache-Control")).isEqualTo("no-store");
  }

  @Test
  void servesStatusWithoutToken() {
    try (ApiFixture api = api()) {
      check.complete();
      assertStatus(api.get("/health/live", null), 200, "live");
      assertStatus(api.get("/health/ready", null), 200, "ready");
      stopping.set(true);
      assertStatus(api.get("/health/live", null), 200, "live");
      assertStatus(api.get("/health/ready", null), 503, "not_ready");
    }
  }

  @Test
  void isNotReadyWhileCheckFails() {
    try (ApiFixture api = api()) {
      check.fail("down");
      assertStatus(api.get("/health/ready", null), 503, "not_ready");
    }
  }

  @Test
  void isReadyWithoutGateway() {
    try (ApiFixture api = api()) {
      check.complete();
      gateway.fail("no response");
      assertStatus(api.get("/health/ready", null), 200, "ready");
    }
  }

  @Test
  void countsProbesWithoutRefusal() {
    try (ApiFixture api = api()) {
      check.complete();
      for (int each = 0; each < 5 * BURST; each++) {
        assertStatus(api.get("/health/ready", null), 200, "ready");
      }
      assertThat(api.get("/nothing", null).status()).isEqualTo(429);
    }
  }

  @Test
  void runsChecksOnceForConcurrentProbes() {
    List<Future<Boolean>> probes = List.of(health.isReady(), health.isReady(), health.isReady());
    assertThat(runs).hasValue(1);
    check.complete();
    for (Future<Boolean> each : probes) {
      assertThat(each.await()).isTrue();
    }
  }
}
