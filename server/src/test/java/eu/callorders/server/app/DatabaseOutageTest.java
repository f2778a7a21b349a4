package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.db.DisposablePostgres;
import eu.callorders.server.Await;
import eu.callorders.server.HttpCalls;
import eu.callorders.server.database.DatabaseHealthMonitor;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.Json;
import eu.callorders.server.http.LogLines;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/**
 * The database goes away and comes back. That an answer came while it was still away says more than
 * a clock: without bounds there would be none before it is back.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DatabaseOutageTest {
  /** Long enough that a busy machine does not pass for an outage. */
  private static final Duration NOTICED = Duration.ofSeconds(3);

  private static final Node.Bounds BOUNDS =
      new Node.Bounds(
          new DatabaseHealthMonitor.Timeouts(Duration.ofMillis(250), NOTICED, NOTICED),
          NOTICED,
          ConnectionLimits.DEFAULT);

  private final DisposablePostgres postgres = DisposablePostgres.start();
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private RunningService service;
  private RunningTenant tenant;
  private Api api;
  private String order;

  @BeforeAll
  void begin() {
    service =
        RunningService.on(
            new RunningService.DatabaseSetup(postgres.service(), postgres.owner(), postgres, BOUNDS),
            Map.of());
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
    postgres.heal();
    recovers();
  }

  @Test
  void saysSoWhenTheServerIsDown() {
    String underWay = tenant.create(tenant.order("24").set("/scheduling/max_attempts", 1));
    postgres.kill();

    refusesEverything();
    isNotReady();

    postgres.startAgain();
    recovers();
    tenant.awaitEnd(underWay);
  }

  @Test
  void saysSoWhenTheServerIsFrozen() {
    String underWay = tenant.create(tenant.order("24").set("/scheduling/max_attempts", 1));
    postgres.freeze();

    refusesEverything();
    isNotReady();

    postgres.thaw();
    recovers();
    tenant.awaitEnd(underWay);
  }

  @Test
  void answersRequestsThatWereUnderWayWhenItFroze() {
    postgres.freeze();
    List<CompletableFuture<ServiceResponse>> answers = new ArrayList<>();
    for (int each = 0; each < 60; each++) {
      ObjectNode body = tenant.laterAt("2099-01-01T00:00:00Z").json();
      boolean write = each % 2 == 0;
      answers.add(
          CompletableFuture.supplyAsync(
              () -> write ? api.create(body) : api.get(Api.ORDERS), clients));
    }

    answers.forEach(answer -> answer.join().is(503, "unavailable"));

    postgres.thaw();
    recovers();
  }

  @Test
  void takesAServerThatWritesNothingForOneThatIsAway() {
    postgres.readOnly(true);
    ObjectNode body = tenant.laterAt("2099-01-01T00:00:00Z").json();
    Await.until("it is noticed", () -> api.get("/v1/tenant"), seen -> seen.status() == 503);

    refusesEverything();
    api.create(body).is(503, "unavailable");

    postgres.readOnly(false);
    recovers();
  }

  @Test
  void refusesWhenEveryConnectionIsBusy() throws Exception {
    try (Connection other = service.connection()) {
      other.setAutoCommit(false);
      other.createStatement().execute("LOCK TABLE tenant IN ACCESS EXCLUSIVE MODE");
      List<CompletableFuture<ServiceResponse>> answers = new ArrayList<>();
      for (int each = 0; each < 60; each++) {
        answers.add(CompletableFuture.supplyAsync(() -> api.get(Api.ORDERS), clients));
      }

      for (CompletableFuture<ServiceResponse> answer : answers) {
        assertThat(answer.join().is(503, "unavailable").at("/detail")).doesNotContain("database");
      }

      other.rollback();
    }
    recovers();
  }

  @Test
  void saysOnceThatTheDatabaseIsAwayAndOnceThatItIsBack() {
    try (LogLines watch = LogLines.of("eu.callorders.server.database.DatabaseHealthMonitor");
        LogLines loops = LogLines.of("eu.callorders.server.worker.WorkLoop");
        LogLines requests = LogLines.of("eu.callorders.server.http.OutageLog")) {
      postgres.kill();
      for (int each = 0; each < 50; each++) {
        api.get(Api.ORDERS).is(503, "unavailable");
      }
      Await.until("the watch does", () -> watch.texts().size(), lines -> lines == 1);
      postgres.startAgain();
      recovers();

      Await.until("it is told", () -> watch.texts().size(), lines -> lines == 2);
      assertThat(watch.texts().getFirst()).contains("the database is away", "cause=");
      assertThat(watch.texts().getLast()).contains("the database is back", "seconds=");
      assertThat(loops.texts().stream().filter(line -> line.contains("failed")).map(this::loop))
          .doesNotHaveDuplicates();
      assertThat(requests.texts()).hasSizeLessThan(10);
    }
  }

  /** The loop that a log line of a failure names. */
  private String loop(String line) {
    return line.substring(0, line.indexOf(" failed"));
  }

  /** Every kind of operation, with a token that was checked before the outage, and without. */
  private void refusesEverything() {
    for (int round = 0; round < 5; round++) {
      refused(api.get("/v1/tenant"));
      refused(api.get(Api.ORDERS));
      refused(api.order(order));
      refused(api.get("/v1/calls?call_order_id=" + order));
      refused(api.get("/v1/events"));
      refused(api.create(tenant.laterAt("2099-01-01T00:00:00Z").json()));
      refused(api.create(tenant.laterAt("2099-01-01T00:00:00Z").json(), "Idempotency-Key", "o1"));
      refused(api.patch(order, "{\"metadata\": {\"a\": 1}}"));
      refused(api.cancel(order));
      service.with("x").get("/v1/tenant").is(401, "unauthorized");
      tokenIsRefused();
      HttpCalls.Response there = service.admin().get("/admin/v1/tenants");
      assertThat(there.status()).isEqualTo(503);
      assertThat(there.code()).isEqualTo("unavailable");
    }
  }

  private static void refused(ServiceResponse answer) {
    answer.is(503, "unavailable");
    assertThat(answer.header("Retry-After")).isNotNull();
    assertThat(answer.header("RateLimit-Limit")).isNotNull();
  }

  private void tokenIsRefused() {
    HttpResponse<String> answer =
        service
            .tokens()
            .post(
                "grant_type=client_credentials&client_id=%s&client_secret=%s"
                    .formatted(tenant.clientId(), tenant.clientSecret()));
    assertThat(answer.statusCode()).as(answer.body()).isEqualTo(503);
    assertThat(Json.parse(answer.body()).path("error").asText())
        .isEqualTo("temporarily_unavailable");
    assertThat(answer.headers().firstValue("Retry-After")).isPresent();
    assertThat(answer.headers().firstValue("Cache-Control")).contains("no-store");
  }

  private void isNotReady() {
    HttpCalls.Response ready = service.admin().get("/health/ready");
    assertThat(ready.status()).isEqualTo(503);
    assertThat(ready.body().path("status").asText()).isEqualTo("not_ready");
    assertThat(service.admin().get("/health/live").status()).isEqualTo(200);
    try (HttpCalls balancer = new HttpCalls(service.port(), "no-token")) {
      HttpCalls.Response probe = balancer.get("/health/ready");
      assertThat(probe.status()).isEqualTo(503);
      assertThat(probe.text()).isEqualTo("{\"status\":\"not_ready\"}");
    }
    Await.until(
        "who watches the database has noticed",
        () -> service.admin().get("/metrics"),
        metrics ->
            metrics.status() == 200 && metrics.text().contains("\ncallorders_database_up 0"));
    assertThat(api.get("/v1/tenant").is(503, "unavailable").at("/detail"))
        .contains("cannot reach its database");
  }

  /** By itself; what was refused has left nothing behind, or has been done once. */
  private void recovers() {
    Await.until("it is back", () -> api.get("/v1/tenant"), seen -> seen.status() == 200);
    api.get(Api.ORDERS).is(200);
    api.order(order).is(200);
    assertThat(tenant.token()).isNotEmpty();
    assertThat(service.admin().get("/health/ready").status()).isEqualTo(200);
    tenant.create(tenant.laterOrder());
  }
}
