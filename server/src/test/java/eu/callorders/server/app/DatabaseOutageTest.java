package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.db.DataDirectoryLock;
import eu.callorders.db.DisposablePostgres;
import eu.callorders.server.Await;
import eu.callorders.server.TestHttpClient;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.LogLines;
import eu.callorders.server.json.Json;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The database fails and recovers. Responses during the outage prove the timeouts. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class DatabaseOutageTest {
  /** Long enough to not mistake a busy machine for an outage. */
  private static final Duration DETECTION_TIME = Duration.ofSeconds(5);

  private static final NodeBounds BOUNDS =
      new NodeBounds(
          new DatabaseHealthMonitor.Timeouts(
              Duration.ofMillis(250), DETECTION_TIME, DETECTION_TIME),
          DETECTION_TIME,
          ConnectionLimits.DEFAULT,
          DataDirectoryLock.TIMEOUT,
          StartupRetry.LIMIT);

  private final DisposablePostgres postgres = DisposablePostgres.start();
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private RunningService service;
  private RunningTenant tenant;
  private Api api;
  private String order;

  @BeforeAll
  void begin() {
    service =
        RunningService.withDatabase(
            new DatabaseSetup(postgres.service(), postgres.owner(), postgres, BOUNDS), Map.of());
    tenant = service.newTenant();
    api = tenant.api();
    order = tenant.create(tenant.laterOrder());
  }

  @AfterAll
  void end() {
    clients.close();
    service.close();
  }

  @AfterEach
  void heal() {
    postgres.restore();
    assertRecovers();
  }

  @Test
  void returns503WhenServerIsDown() {
    String underWay = tenant.create(tenant.order("24").set("/scheduling/max_attempts", 1));
    postgres.kill();

    assertEverythingRefused();
    assertNotReady();

    postgres.restart();
    assertRecovers();
    tenant.awaitEnd(underWay);
  }

  @Test
  void returns503WhenServerIsFrozen() {
    String underWay = tenant.create(tenant.order("24").set("/scheduling/max_attempts", 1));
    postgres.freeze();

    assertEverythingRefused();
    assertNotReady();

    postgres.thaw();
    assertRecovers();
    tenant.awaitEnd(underWay);
  }

  @Test
  void returns503ForRunningRequestsWhenServerFreezes() {
    postgres.freeze();
    List<CompletableFuture<ServiceResponse>> responses = new ArrayList<>();
    for (int each = 0; each < 60; each++) {
      ObjectNode body = tenant.laterOrderAt("2099-01-01T00:00:00Z").json();
      boolean write = each % 2 == 0;
      responses.add(
          CompletableFuture.supplyAsync(
              () -> write ? api.create(body) : api.get(Api.ORDERS), clients));
    }

    responses.forEach(response -> response.join().is(503, "unavailable"));

    postgres.thaw();
    assertRecovers();
  }

  @Test
  void treatsReadOnlyServerAsUnavailable() {
    postgres.readOnly(true);
    ObjectNode body = tenant.laterOrderAt("2099-01-01T00:00:00Z").json();
    Await.until(
        "the outage is detected", () -> api.get("/v1/tenant"), seen -> seen.status() == 503);

    assertEverythingRefused();
    api.create(body).is(503, "unavailable");

    postgres.readOnly(false);
    assertRecovers();
  }

  @Test
  void returns503WhenAllConnectionsAreBusy() throws Exception {
    try (Connection other = service.connection()) {
      other.setAutoCommit(false);
      other.createStatement().execute("LOCK TABLE tenant IN ACCESS EXCLUSIVE MODE");
      List<CompletableFuture<ServiceResponse>> responses = new ArrayList<>();
      for (int each = 0; each < 60; each++) {
        responses.add(CompletableFuture.supplyAsync(() -> api.get(Api.ORDERS), clients));
      }

      for (CompletableFuture<ServiceResponse> response : responses) {
        assertThat(response.join().is(503, "unavailable").at("/detail")).doesNotContain("database");
      }

      other.rollback();
    }
    assertRecovers();
  }

  @Test
  void logsOutageAndRecoveryOnce() {
    try (LogLines watch = LogLines.of("eu.callorders.server.database.DatabaseHealthMonitor");
        LogLines loops = LogLines.of("eu.callorders.server.worker.WorkLoop");
        LogLines requests = LogLines.of("eu.callorders.server.http.OutageLog")) {
      postgres.kill();
      for (int each = 0; each < 50; each++) {
        api.get(Api.ORDERS).is(503, "unavailable");
      }
      Await.until("the outage is logged", () -> watch.texts().size(), lines -> lines == 1);
      postgres.restart();
      assertRecovers();

      Await.until("the recovery is logged", () -> watch.texts().size(), lines -> lines == 2);
      assertThat(watch.texts().getFirst()).contains("the database is away", "cause=");
      assertThat(watch.texts().getLast()).contains("the database is back", "duration_ms=");
      assertThat(loops.texts().stream().filter(line -> line.contains("failed")).map(this::loop))
          .doesNotHaveDuplicates();
      assertThat(requests.texts()).hasSizeLessThan(10);
    }
  }

  /** The loop in a log line of a failure. */
  private String loop(String line) {
    return line.substring(0, line.indexOf(" failed"));
  }

  /** Every kind of operation, with a cached and with a new token. */
  private void assertEverythingRefused() {
    for (int round = 0; round < 5; round++) {
      assertRefused(api.get("/v1/tenant"));
      assertRefused(api.get(Api.ORDERS));
      assertRefused(api.order(order));
      assertRefused(api.get("/v1/calls?call_order_id=" + order));
      assertRefused(api.get("/v1/events"));
      assertRefused(api.create(tenant.laterOrderAt("2099-01-01T00:00:00Z").json()));
      assertRefused(
          api.create(tenant.laterOrderAt("2099-01-01T00:00:00Z").json(), "Idempotency-Key", "o1"));
      assertRefused(api.patch(order, "{\"metadata\": {\"a\": 1}}"));
      assertRefused(api.cancel(order));
      service.apiWithToken("x").get("/v1/tenant").is(401, "unauthorized");
      assertTokenRefused();
      TestHttpClient.Response adminResponse = service.admin().get("/admin/v1/tenants");
      assertThat(adminResponse.status()).isEqualTo(503);
      assertThat(adminResponse.code()).isEqualTo("unavailable");
    }
  }

  private static void assertRefused(ServiceResponse response) {
    response.is(503, "unavailable");
    assertThat(response.header("Retry-After")).isNotNull();
    assertThat(response.header("RateLimit-Limit")).isNotNull();
  }

  private void assertTokenRefused() {
    HttpResponse<String> response =
        service
            .tokens()
            .post(
                "grant_type=client_credentials&client_id=%s&client_secret=%s"
                    .formatted(tenant.clientId(), tenant.clientSecret()));
    assertThat(response.statusCode()).as(response.body()).isEqualTo(503);
    assertThat(Json.parse(response.body()).path("error").asText())
        .isEqualTo("temporarily_unavailable");
    assertThat(response.headers().firstValue("Retry-After")).isPresent();
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
  }

  private void assertNotReady() {
    TestHttpClient.Response ready = service.admin().get("/health/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.body().path("status").asText()).isEqualTo("not_ready");
    assertThat(service.admin().get("/health/live").status()).isEqualTo(200);
    try (TestHttpClient balancer = new TestHttpClient(service.port(), "no-token")) {
      TestHttpClient.Response probe = balancer.get("/health/ready");
      assertThat(probe.status()).isEqualTo(503);
      assertThat(probe.text()).isEqualTo("{\"status\":\"not_ready\"}");
    }
    Await.until(
        "the monitor has detected the outage",
        () -> service.admin().get("/metrics"),
        metrics ->
            metrics.status() == 200 && metrics.text().contains("\ncallorders_database_up 0"));
    assertThat(api.get("/v1/tenant").is(503, "unavailable").at("/detail"))
        .contains("cannot reach its database");
  }

  /** Recovers without intervention; rejected requests had no effect, or exactly one. */
  private void assertRecovers() {
    Await.until(
        "the service has recovered", () -> api.get("/v1/tenant"), seen -> seen.status() == 200);
    api.get(Api.ORDERS).is(200);
    api.order(order).is(200);
    assertThat(tenant.token()).isNotEmpty();
    assertThat(service.admin().get("/health/ready").status()).isEqualTo(200);
    tenant.create(tenant.laterOrder());
  }
}
