package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Races for an endpoint in both orders, forced by database locks. */
class WebhookDeliveryRacesTest {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private WebhookDeliveryFixture fixture;
  private WebhookDeliveryFixture.Node second;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    fixture = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort()));
    second = fixture.node();
    endpoint = fixture.endpoint(receiver.url());
  }

  @AfterEach
  void close() {
    second.sender.close().await();
    fixture.close();
    vertx.close().await();
  }

  /** How an endpoint becomes inactive at once. */
  enum Stop {
    DISABLED {
      @Override
      Future<Void> apply(
          WebhookDeliveryFixture fixture, SqlConnection connection, Endpoint endpoint) {
        return fixture.endpoints.update(
            connection, endpoint.with(EndpointStatus.DISABLED, fixture.clock.instant()));
      }
    },
    DELETED {
      @Override
      Future<Void> apply(
          WebhookDeliveryFixture fixture, SqlConnection connection, Endpoint endpoint) {
        return fixture.endpoints.delete(connection, endpoint, fixture.clock.instant());
      }
    };

    abstract Future<Void> apply(
        WebhookDeliveryFixture fixture, SqlConnection connection, Endpoint endpoint);
  }

  /** Statuses that disable an endpoint. */
  enum DisablingResponse {
    GONE(410),
    FIVE_DAYS(500);

    private final int status;

    DisablingResponse(int status) {
      this.status = status;
    }
  }

  @ParameterizedTest
  @EnumSource
  void stopWaitsForConcurrentLease(Stop stop) throws Exception {
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    Race<?, ?> race = Race.run(secrets(), fixture.first.dispatcher::runOnce, () -> apply(stop));

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    storeOutcomes(fixture.first);
    assertThat(receiver.requests).hasSize(1);
    assertThat(fixture.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.SUCCEEDED);
  }

  @ParameterizedTest
  @EnumSource
  void leasesNothingDuringConcurrentStop(Stop stop) throws Exception {
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    HeldLocks eventLock = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event");
    Race<?, ?> race =
        Race.run(
            eventLock,
            () ->
                fixture
                    .database
                    .asWorker(
                        connection ->
                            stop.apply(fixture, connection, endpoint)
                                .compose(
                                    done ->
                                        connection
                                            .query("DELETE FROM event WHERE false")
                                            .execute()))
                    .await(),
            fixture.first.dispatcher::runOnce);

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.ENDED);
    assertThat(receiver.requests).isEmpty();
    fixture.first.offer(endpoint);
    fixture.first.sendAll();
    assertThat(receiver.requests).isEmpty();
    assertThat(fixture.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.SKIPPED);
  }

  @ParameterizedTest
  @EnumSource
  void disablingWaitsForConcurrentLease(DisablingResponse response) throws Exception {
    receiveDisablingResponse(response);
    Race<?, ?> race =
        Race.run(secrets(), second.dispatcher::runOnce, fixture.first.outcomes::runOnce);

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    storeOutcomes(second);
    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(receiver.requests).hasSize(2);
    assertLaterEventsAreNotSent();
  }

  @ParameterizedTest
  @EnumSource
  void leasesNothingDuringConcurrentDisabling(DisablingResponse response) throws Exception {
    receiveDisablingResponse(response);
    HeldLocks eventLock = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event");
    Race<?, ?> race =
        Race.run(eventLock, fixture.first.outcomes::runOnce, second.dispatcher::runOnce);

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.ENDED);
    second.offer(endpoint);
    second.sendAll();
    assertThat(receiver.requests).hasSize(1);
    assertThat(fixture.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .contains(DeliveryStatus.SKIPPED)
        .doesNotContain(DeliveryStatus.SUCCEEDED);
    assertLaterEventsAreNotSent();
  }

  /** One attempt has ended but is not stored, and another delivery is due. */
  private void receiveDisablingResponse(DisablingResponse response) {
    receiver.respondWith(response.status);
    if (response == DisablingResponse.FIVE_DAYS) {
      fixture.execute(
          "UPDATE webhook_endpoint SET consecutive_failures = 9, disable_countdown_started = true,"
              + " warned_percent = 90, failing_since = $2 WHERE id = $1",
          endpoint.id(),
          fixture.clock.instant().minus(Duration.ofDays(5)).atOffset(ZoneOffset.UTC));
    }
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    fixture.first.dispatcher.runOnce();
    Await.until("the answer is there", () -> fixture.first.dispatcher.inFlightCount() == 0);
    fixture.events(1);
    second.fanOut.runOnce();
  }

  private void assertLaterEventsAreNotSent() {
    int before = receiver.requests.size();
    fixture.events(3);
    second.processAll();
    assertThat(receiver.requests).hasSize(before);
  }

  @Test
  void lateOutcomeWaitsForNewLeaseAndIsDropped() throws Exception {
    List<HttpServerRequest> held = held(fixture.first);
    receiver.respondWith(204);
    held.getFirst().response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> fixture.first.dispatcher.inFlightCount() == 0);
    fixture.makeAllDue();
    second.offer(endpoint);
    Race<?, ?> race =
        Race.run(secrets(), second.dispatcher::runOnce, fixture.first.outcomes::runOnce);

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.WAITED);
    assertThat(fixture.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.PENDING);
    assertThat(fixture.find(endpoint).health().consecutiveFailures()).isZero();
    storeOutcomes(second);
    assertThat(fixture.log())
        .singleElement()
        .satisfies(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED))
        .satisfies(one -> assertThat(one.attempts()).hasSize(1));
  }

  @Test
  void leasesNothingWhileLateOutcomeIsStored() throws Exception {
    List<HttpServerRequest> held = held(fixture.first);
    held.getFirst().response().setStatusCode(410).end();
    Await.until("the late answer is there", () -> fixture.first.dispatcher.inFlightCount() == 0);
    fixture.makeAllDue();
    second.offer(endpoint);
    HeldLocks eventLock = HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "event");
    Race<?, ?> race =
        Race.run(eventLock, fixture.first.outcomes::runOnce, second.dispatcher::runOnce);

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.ENDED);
    second.offer(endpoint);
    second.sendAll();
    assertThat(receiver.requests).hasSize(1);
    assertThat(fixture.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.FAILED);
  }

  @Test
  void outcomeOfRenewedLeaseIsDropped() {
    List<HttpServerRequest> held = held(fixture.first);
    fixture.makeAllDue();
    fixture.first.offer(endpoint);
    fixture.first.dispatcher.runOnce();
    Await.until("it is being sent again", () -> held.size() == 2);
    held.getFirst().response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> fixture.first.dispatcher.inFlightCount() == 1);
    fixture.first.storeOutcomes();

    assertThat(fixture.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.PENDING);
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue WHERE lease_until IS NOT NULL"))
        .hasSize(1);
    held.getLast().response().setStatusCode(204).end();
    storeOutcomes(fixture.first);
    assertThat(fixture.log())
        .singleElement()
        .satisfies(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED))
        .satisfies(one -> assertThat(one.attempts()).hasSize(1));
  }

  @Test
  void onlyOutcomeOfCurrentLeaseCounts() {
    List<HttpServerRequest> held = held(fixture.first);
    fixture.makeAllDue();
    fixture.first.offer(endpoint);
    fixture.first.dispatcher.runOnce();
    Await.until("it is being sent again", () -> held.size() == 2);
    held.getFirst().response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> fixture.first.dispatcher.inFlightCount() == 1);
    held.getLast().response().setStatusCode(204).end();
    storeOutcomes(fixture.first);

    assertThat(fixture.find(endpoint).health().consecutiveFailures()).isZero();
    assertThat(fixture.find(endpoint).health().lastFailureAt()).isNull();
    assertThat(fixture.log())
        .singleElement()
        .satisfies(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED));
  }

  /** Starts sending one event, and holds the response. */
  private List<HttpServerRequest> held(WebhookDeliveryFixture.Node node) {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    fixture.events(1);
    node.fanOut.runOnce();
    node.dispatcher.runOnce();
    Await.until("it is being sent", () -> held.size() == 1);
    return held;
  }

  @Test
  void lockedDeliveryDoesNotBlockOthers() {
    fixture.events(5);
    fixture.first.fanOut.runOnce();
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () -> fixture.first.sendAll());
    assertThat(receiver.requests).hasSize(4);
  }

  @Test
  void lockedReplayDoesNotBlockOthers() {
    fixture.events(5);
    fixture.first.fanOut.runOnce();
    fixture.execute(
        "UPDATE webhook_delivery_queue SET priority = 1 WHERE tenant_id = $1", fixture.tenantId);
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () -> fixture.first.sendAll());
    assertThat(receiver.requests).hasSize(4);
  }

  @Test
  void lockedEndpointDoesNotBlockOthers() {
    Endpoint other = fixture.endpoint(receiver.url());
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    assertDoesNotWait(
        "SELECT FROM webhook_endpoint WHERE id = '" + endpoint.id() + "' FOR UPDATE",
        () -> fixture.first.sendAll());
    assertThat(fixture.log(other))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SUCCEEDED);
    assertThat(fixture.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.PENDING);
  }

  @Test
  void immediateSendDoesNotWaitForLocks() {
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    Delivery delivery = fixture.log().getFirst();
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue FOR UPDATE",
        () ->
            assertThat(fixture.first.dispatcher.sendNow(fixture.tenantId, delivery.id()).await())
                .isFalse());
    assertDoesNotWait(
        "SELECT FROM webhook_endpoint FOR UPDATE",
        () ->
            assertThat(fixture.first.dispatcher.sendNow(fixture.tenantId, delivery.id()).await())
                .isFalse());
  }

  @Test
  void lockedEventDoesNotBlockOthers() {
    fixture.events(5);
    assertDoesNotWait(
        "SELECT FROM webhook_event_queue ORDER BY event_id LIMIT 1 FOR UPDATE",
        () -> fixture.first.fanOut.runOnce());
    assertThat(fixture.log()).hasSize(4);
  }

  @Test
  void lockedDeliveryDoesNotBlockDisabling() {
    fixture.events(3);
    fixture.first.fanOut.runOnce();
    assertDoesNotWait(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () ->
            fixture
                .database
                .asWorker(
                    connection ->
                        fixture.deliveries.skipWaiting(
                            connection, endpoint, null, fixture.clock.instant()))
                .await());
    assertThat(fixture.log()).filteredOn(one -> one.status() == DeliveryStatus.SKIPPED).hasSize(2);
  }

  /** Runs work while rows are locked, and asserts that it does not wait for them. */
  private void assertDoesNotWait(String rows, Runnable work) {
    try (HeldLocks held = HeldLocks.ofRows(fixture.vertx, fixture.testDatabase, rows)) {
      FutureTask<Void> task = new FutureTask<>(work, null);
      Thread.ofVirtual().start(task);
      Await.until("it is done or waits", () -> task.isDone() || !held.waiting().isEmpty());
      assertThat(held.waiting()).isEmpty();
      assertThat(task).succeedsWithin(Duration.ofSeconds(60));
    }
  }

  private Void apply(Stop stop) {
    return fixture
        .database
        .asWorker(connection -> stop.apply(fixture, connection, endpoint))
        .await();
  }

  private HeldLocks secrets() {
    return HeldLocks.ofWholeTable(fixture.vertx, fixture.testDatabase, "webhook_secret");
  }

  private static void storeOutcomes(WebhookDeliveryFixture.Node node) {
    Await.until("everything has ended", () -> node.dispatcher.inFlightCount() == 0);
    node.storeOutcomes();
  }
}
