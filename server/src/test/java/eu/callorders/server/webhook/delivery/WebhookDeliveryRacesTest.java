package eu.callorders.server.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import io.vertx.core.Future;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Races for an endpoint in both orders, forced by database locks. */
@Tag("long")
class WebhookDeliveryRacesTest {
  @AutoClose private final WebhookDeliveryFixture fixture = new WebhookDeliveryFixture();
  private final Receiver receiver = fixture.receiver;
  private final WebhookNode second = fixture.node();
  private final Endpoint endpoint = fixture.endpoint(receiver.url());

  @AfterEach
  void close() {
    second.sender.close().await();
  }

  /** How an endpoint becomes inactive at once. */
  enum Stop {
    DISABLED {
      @Override
      Future<Void> apply(
          WebhookDeliveryFixture fixture, SqlConnection connection, Endpoint endpoint) {
        return EndpointStore.update(
            connection, endpoint.with(EndpointStatus.DISABLED, fixture.clock.instant()));
      }
    },
    DELETED {
      @Override
      Future<Void> apply(
          WebhookDeliveryFixture fixture, SqlConnection connection, Endpoint endpoint) {
        return EndpointStore.delete(connection, endpoint, fixture.clock.instant());
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
  private List<HttpServerRequest> held(WebhookNode node) {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.respondWith((request, body) -> held.add(request));
    fixture.events(1);
    node.fanOut.runOnce();
    node.dispatcher.runOnce();
    Await.until("it is being sent", () -> held.size() == 1);
    return held;
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

  private static void storeOutcomes(WebhookNode node) {
    Await.until("everything has ended", () -> node.dispatcher.inFlightCount() == 0);
    node.storeOutcomes();
  }
}
