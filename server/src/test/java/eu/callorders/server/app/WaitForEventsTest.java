package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.Await;
import eu.callorders.server.http.RawHttp;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests that wait for events. A wait of 20 seconds ends by an event in each test but one. */
class WaitForEventsTest {
  private static final Pattern WAITING =
      Pattern.compile("(?m)^callorders_feed_waiting_readers(?:\\{\\S*})? ([0-9.]+)$");

  private RunningService service;
  private RunningTenant tenant;
  private Api api;
  private String cursor;

  @BeforeEach
  void readToTheEnd() {
    service = RunningService.shared();
    tenant = service.newTenant();
    api = tenant.api();
    cursor = api.get("/v1/events").is(200).at("/next_cursor");
  }

  private CompletableFuture<ServiceResponse> waitForEvents(String more) {
    int before = waiting(service);
    CompletableFuture<ServiceResponse> response =
        CompletableFuture.supplyAsync(
            () -> api.get("/v1/events?wait=20&after=" + cursor + more).is(200));
    awaitWaiting(service, before + 1);
    return response;
  }

  private static int waiting(RunningService service) {
    Matcher value = WAITING.matcher(service.admin().get("/metrics").text());
    assertThat(value.find()).isTrue();
    return (int) Double.parseDouble(value.group(1));
  }

  private static void awaitWaiting(RunningService service, int readers) {
    Await.until(readers + " readers wait", () -> waiting(service), count -> count == readers);
  }

  private static ServiceResponse join(CompletableFuture<ServiceResponse> response) {
    return response.orTimeout(100, TimeUnit.SECONDS).join();
  }

  private void createOrderType(String key) {
    api.post(OrderTypeBody.PATH, OrderTypeBody.of(key)).is(201);
  }

  @Test
  void respondsAtOnceWhenThereAreEvents() {
    createOrderType("before");
    tenant.events(null);

    assertThat(api.get("/v1/events?wait=20").is(200).rows()).hasSize(1);
  }

  @Test
  void wakesAllReadersOfTenantWithFirstEvent() {
    List<CompletableFuture<ServiceResponse>> readers = new ArrayList<>();
    for (int reader = 0; reader < 3; reader++) {
      readers.add(waitForEvents(""));
    }
    createOrderType("first");

    for (CompletableFuture<ServiceResponse> reader : readers) {
      ServiceResponse page = join(reader);
      assertThat(page.rows())
          .extracting(event -> event.path("type").asText())
          .containsExactly("order_type.created");
      assertThat(api.get("/v1/events?after=" + page.at("/next_cursor")).rows()).isEmpty();
    }
    awaitWaiting(service, 0);
  }

  @Test
  void respondsWithEmptyPageAfterTheTime() {
    ServiceResponse page = api.get("/v1/events?wait=1&after=" + cursor).is(200);

    assertThat(page.rows()).isEmpty();
    assertThat(page.body().path("has_more").asBoolean()).isFalse();
    createOrderType("later");
    tenant.events(null);
    assertThat(api.get("/v1/events?after=" + page.at("/next_cursor")).rows()).hasSize(1);
  }

  @Test
  void waitsForMatchingEvent() {
    CompletableFuture<ServiceResponse> reader = waitForEvents("&event_types=order_type.updated");
    createOrderType("matched");
    tenant.events(null);
    service.awaitRounds("feed-poller");
    assertThat(reader).isNotDone();

    OrderTypeBody.patch(api, "matched", "{\"title\": \"Other\"}").is(200);

    assertThat(join(reader).rows())
        .extracting(event -> event.path("type").asText())
        .containsExactly("order_type.updated");
  }

  @Test
  void eventsOfOtherTenantsWakeNoReader() {
    CompletableFuture<ServiceResponse> reader = waitForEvents("");
    RunningTenant other = service.newTenant();
    other.api().post(OrderTypeBody.PATH, OrderTypeBody.of("foreign")).is(201);
    other.events(null);
    service.awaitRounds("feed-poller");
    assertThat(reader).isNotDone();

    createOrderType("own");

    assertThat(join(reader).rows()).hasSize(1);
  }

  @Test
  void unshownEventWakesReaderOnceItIsShown() throws Exception {
    CompletableFuture<ServiceResponse> reader;
    try (var blocker = service.connection()) {
      blocker.setAutoCommit(false);
      blocker.createStatement().execute("SELECT pg_current_xact_id()");
      reader = waitForEvents("");
      createOrderType("held");
      service.awaitRounds("feed-poller");
      assertThat(api.get("/v1/events?after=" + cursor).rows()).isEmpty();
      assertThat(reader).isNotDone();
      blocker.rollback();
    }

    assertThat(join(reader).rows()).hasSize(1);
  }

  @Test
  void disconnectedReaderWaitsNoLonger() throws IOException {
    String request =
        "GET /v1/events?wait=20&after="
            + cursor
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + tenant.token()
            + "\r\n\r\n";
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(request);
      awaitWaiting(service, 1);
    }

    awaitWaiting(service, 0);
  }

  @Test
  void limitsWaitingReadersOfTenant() throws IOException {
    String request =
        "GET /v1/events?wait=20&after="
            + cursor
            + " HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer "
            + tenant.token()
            + "\r\n\r\n";
    List<RawHttp> connections = new ArrayList<>();
    try {
      for (int reader = 0; reader < 100; reader++) {
        connections.add(new RawHttp(service.port()));
        connections.getLast().write(request);
      }
      awaitWaiting(service, 100);
      ServiceResponse refused = api.get("/v1/events?wait=20&after=" + cursor);
      refused.is(429, "rate_limited");
      assertThat(refused.header("Retry-After")).isEqualTo("1");
      assertThat(api.get("/v1/events?after=" + cursor).is(200).rows()).isEmpty();
    } finally {
      for (RawHttp connection : connections) {
        connection.close();
      }
    }
    awaitWaiting(service, 0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"-1", "21", "1.5", "", "soon"})
  void rejectsOtherWaits(String wait) {
    assertThat(api.get("/v1/events?wait=" + wait).is(422, "validation_failed").errors())
        .singleElement()
        .asString()
        .startsWith("/query/wait ");
  }

  @Test
  void stopAnswersWaitingReaders() {
    CompletableFuture<JsonNode> page;
    long begin;
    try (RunningService stopped = RunningService.sandbox(Map.of())) {
      Api reader = stopped.newTenant().api();
      String end = reader.get("/v1/events").is(200).at("/next_cursor");
      page =
          CompletableFuture.supplyAsync(
              () -> reader.get("/v1/events?wait=20&after=" + end).is(200).body());
      awaitWaiting(stopped, 1);
      begin = System.nanoTime();
    }
    assertThat(page.join().path("data")).isEmpty();
    assertThat(Duration.ofNanos(System.nanoTime() - begin)).isLessThan(Duration.ofSeconds(20));
  }
}
