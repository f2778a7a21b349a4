package eu.callorders.server.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
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

/** Who meets whom on the way to an endpoint, in both orders, as the database forces them. */
class WebhookDeliveryRacesTest {
  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private WebhookDeliveryFixture house;
  private WebhookDeliveryFixture.Node second;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    house = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort()));
    second = house.node();
    endpoint = house.endpoint(receiver.url());
  }

  @AfterEach
  void close() {
    second.courier.close().await();
    house.close();
    vertx.close().await();
  }

  /** What takes an endpoint out of service at once. */
  enum Stop {
    DISABLED {
      @Override
      Future<Void> apply(
          WebhookDeliveryFixture house, SqlConnection connection, Endpoint endpoint) {
        return house.endpoints.update(
            connection, endpoint.with(EndpointStatus.DISABLED, house.clock.instant()));
      }
    },
    DELETED {
      @Override
      Future<Void> apply(
          WebhookDeliveryFixture house, SqlConnection connection, Endpoint endpoint) {
        return house.endpoints.delete(connection, endpoint, house.clock.instant());
      }
    };

    abstract Future<Void> apply(
        WebhookDeliveryFixture house, SqlConnection connection, Endpoint endpoint);
  }

  /** What an attempt has to come to for its endpoint to be disabled. */
  enum LastWord {
    GONE(410),
    FIVE_DAYS(500);

    private final int status;

    LastWord(int status) {
      this.status = status;
    }
  }

  @ParameterizedTest
  @EnumSource
  void whatIsBeingLeasedGoesOutAndTheStopWaitsForIt(Stop stop) throws Exception {
    house.events(1);
    house.first.fanOut.runOnce();
    Race<?, ?> race = Race.at(secrets(), house.first.dispatcher::runOnce, () -> apply(stop));

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    ended(house.first);
    assertThat(receiver.got).hasSize(1);
    assertThat(house.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.SUCCEEDED);
  }

  @ParameterizedTest
  @EnumSource
  void whoComesWhileTheStopIsBeingWrittenLeasesNothing(Stop stop) throws Exception {
    house.events(1);
    house.first.fanOut.runOnce();
    HeldLocks halfway = HeldLocks.ofTable(house.vertx, house.testDatabase, "event");
    Race<?, ?> race =
        Race.at(
            halfway,
            () ->
                house
                    .database
                    .asWorker(
                        connection ->
                            stop.apply(house, connection, endpoint)
                                .compose(
                                    done ->
                                        connection
                                            .query("DELETE FROM event WHERE false")
                                            .execute()))
                    .await(),
            house.first.dispatcher::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.ENDED);
    assertThat(receiver.got).isEmpty();
    house.first.due(endpoint);
    house.first.send();
    assertThat(receiver.got).isEmpty();
    assertThat(house.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.SKIPPED);
  }

  @ParameterizedTest
  @EnumSource
  void whatIsBeingLeasedGoesOutAndTheLastWordWaitsForIt(LastWord word) throws Exception {
    untilTheLastWord(word);
    Race<?, ?> race = Race.at(secrets(), second.dispatcher::runOnce, house.first.ends::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    ended(second);
    assertThat(house.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(receiver.got).hasSize(2);
    lateEventsAreSkipped();
  }

  @ParameterizedTest
  @EnumSource
  void whoComesWhileTheLastWordIsBeingWrittenLeasesNothing(LastWord word) throws Exception {
    untilTheLastWord(word);
    HeldLocks announcement = HeldLocks.ofTable(house.vertx, house.testDatabase, "event");
    Race<?, ?> race = Race.at(announcement, house.first.ends::runOnce, second.dispatcher::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.ENDED);
    second.due(endpoint);
    second.send();
    assertThat(receiver.got).hasSize(1);
    assertThat(house.find(endpoint).status()).isEqualTo(EndpointStatus.DISABLED);
    assertThat(house.log(endpoint))
        .extracting(Delivery::status)
        .contains(DeliveryStatus.SKIPPED)
        .doesNotContain(DeliveryStatus.SUCCEEDED);
    lateEventsAreSkipped();
  }

  /** One attempt has come to its end, which is not written yet, and another delivery is due. */
  private void untilTheLastWord(LastWord word) {
    receiver.answers(word.status);
    if (word == LastWord.FIVE_DAYS) {
      house.execute(
          "UPDATE webhook_endpoint SET consecutive_failures = 9, disable_countdown_started = true,"
              + " warned_percent = 90, failing_since = $2 WHERE id = $1",
          endpoint.id(),
          house.clock.instant().minus(Duration.ofDays(5)).atOffset(ZoneOffset.UTC));
    }
    house.events(1);
    house.first.fanOut.runOnce();
    house.first.dispatcher.runOnce();
    Await.until("the answer is there", () -> house.first.dispatcher.underWay() == 0);
    house.events(1);
    second.fanOut.runOnce();
  }

  private void lateEventsAreSkipped() {
    int before = receiver.got.size();
    house.events(3);
    second.work();
    assertThat(receiver.got).hasSize(before);
  }

  @Test
  void aLateEndWaitsForWhoLeasesItsDeliveryAndThenWritesNothing() throws Exception {
    List<HttpServerRequest> held = held(house.first);
    receiver.answers(204);
    held.getFirst().response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> house.first.dispatcher.underWay() == 0);
    house.letEverythingFallDue();
    second.due(endpoint);
    Race<?, ?> race = Race.at(secrets(), second.dispatcher::runOnce, house.first.ends::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.WAITED);
    assertThat(house.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.PENDING);
    assertThat(house.find(endpoint).health().consecutiveFailures()).isZero();
    ended(second);
    assertThat(house.log())
        .singleElement()
        .satisfies(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED))
        .satisfies(one -> assertThat(one.attempts()).hasSize(1));
  }

  @Test
  void whoComesWhileALateEndIsBeingWrittenLeavesTheDeliveryAlone() throws Exception {
    List<HttpServerRequest> held = held(house.first);
    held.getFirst().response().setStatusCode(410).end();
    Await.until("the late answer is there", () -> house.first.dispatcher.underWay() == 0);
    house.letEverythingFallDue();
    second.due(endpoint);
    HeldLocks announcement = HeldLocks.ofTable(house.vertx, house.testDatabase, "event");
    Race<?, ?> race = Race.at(announcement, house.first.ends::runOnce, second.dispatcher::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.ENDED);
    second.due(endpoint);
    second.send();
    assertThat(receiver.got).hasSize(1);
    assertThat(house.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.FAILED);
  }

  @Test
  void anEndUnderALeaseThatTheSameNodeHasRenewedWritesNothing() {
    List<HttpServerRequest> held = held(house.first);
    house.letEverythingFallDue();
    house.first.due(endpoint);
    house.first.dispatcher.runOnce();
    Await.until("it is being sent again", () -> held.size() == 2);
    held.getFirst().response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> house.first.dispatcher.underWay() == 1);
    house.first.write();

    assertThat(house.log()).extracting(Delivery::status).containsOnly(DeliveryStatus.PENDING);
    assertThat(house.rows("SELECT FROM webhook_delivery_queue WHERE lease_until IS NOT NULL"))
        .hasSize(1);
    held.getLast().response().setStatusCode(204).end();
    ended(house.first);
    assertThat(house.log())
        .singleElement()
        .satisfies(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED))
        .satisfies(one -> assertThat(one.attempts()).hasSize(1));
  }

  @Test
  void ofTwoEndsInOneBatchTheOneThatIsStillLeasedCounts() {
    List<HttpServerRequest> held = held(house.first);
    house.letEverythingFallDue();
    house.first.due(endpoint);
    house.first.dispatcher.runOnce();
    Await.until("it is being sent again", () -> held.size() == 2);
    held.getFirst().response().setStatusCode(500).end();
    Await.until("the late answer is there", () -> house.first.dispatcher.underWay() == 1);
    held.getLast().response().setStatusCode(204).end();
    ended(house.first);

    assertThat(house.find(endpoint).health().consecutiveFailures()).isZero();
    assertThat(house.find(endpoint).health().lastFailureAt()).isNull();
    assertThat(house.log())
        .singleElement()
        .satisfies(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SUCCEEDED));
  }

  /** One event is being sent by that node, and is not answered. */
  private List<HttpServerRequest> held(WebhookDeliveryFixture.Node node) {
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.answers((request, body) -> held.add(request));
    house.events(1);
    node.fanOut.runOnce();
    node.dispatcher.runOnce();
    Await.until("it is being sent", () -> held.size() == 1);
    return held;
  }

  @Test
  void aDeliveryThatSomebodyHoldsStopsNoOther() {
    house.events(5);
    house.first.fanOut.runOnce();
    passes(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () -> house.first.send());
    assertThat(receiver.got).hasSize(4);
  }

  @Test
  void aReplayedDeliveryThatSomebodyHoldsStopsNoOther() {
    house.events(5);
    house.first.fanOut.runOnce();
    house.execute(
        "UPDATE webhook_delivery_queue SET priority = 1 WHERE tenant_id = $1", house.tenantId);
    passes(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () -> house.first.send());
    assertThat(receiver.got).hasSize(4);
  }

  @Test
  void anEndpointThatIsBeingChangedStopsNoOther() {
    Endpoint other = house.endpoint(receiver.url());
    house.events(1);
    house.first.fanOut.runOnce();
    passes(
        "SELECT FROM webhook_endpoint WHERE id = '" + endpoint.id() + "' FOR UPDATE",
        () -> house.first.send());
    assertThat(house.log(other))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.SUCCEEDED);
    assertThat(house.log(endpoint))
        .extracting(Delivery::status)
        .containsExactly(DeliveryStatus.PENDING);
  }

  @Test
  void whatSomebodyIsSendingIsNotWaitedForByWhoWantsItNow() {
    house.events(1);
    house.first.fanOut.runOnce();
    Delivery delivery = house.log().getFirst();
    passes(
        "SELECT FROM webhook_delivery_queue FOR UPDATE",
        () ->
            assertThat(house.first.dispatcher.sendNow(house.tenantId, delivery.id()).await())
                .isFalse());
    passes(
        "SELECT FROM webhook_endpoint FOR UPDATE",
        () ->
            assertThat(house.first.dispatcher.sendNow(house.tenantId, delivery.id()).await())
                .isFalse());
  }

  @Test
  void anEventThatAnotherNodeFansOutStopsNoOther() {
    house.events(5);
    passes(
        "SELECT FROM webhook_event_queue ORDER BY event_id LIMIT 1 FOR UPDATE",
        () -> house.first.fanOut.runOnce());
    assertThat(house.log()).hasSize(4);
  }

  @Test
  void whatIsBeingSentDoesNotHoldUpADisabling() {
    house.events(3);
    house.first.fanOut.runOnce();
    passes(
        "SELECT FROM webhook_delivery_queue ORDER BY delivery_id LIMIT 1 FOR UPDATE",
        () ->
            house
                .database
                .asWorker(
                    connection ->
                        house.deliveries.skipWaiting(
                            connection, endpoint, null, house.clock.instant()))
                .await());
    assertThat(house.log()).filteredOn(one -> one.status() == DeliveryStatus.SKIPPED).hasSize(2);
  }

  /** Does something while rows are held, which must not wait for them. */
  private void passes(String rows, Runnable work) {
    try (HeldLocks held = HeldLocks.ofRows(house.vertx, house.testDatabase, rows)) {
      FutureTask<Void> task = new FutureTask<>(work, null);
      Thread.ofVirtual().start(task);
      Await.until("it is done or waits", () -> task.isDone() || !held.waiting().isEmpty());
      assertThat(held.waiting()).isEmpty();
      assertThat(task).succeedsWithin(Duration.ofSeconds(60));
    }
  }

  private Void apply(Stop stop) {
    return house.database.asWorker(connection -> stop.apply(house, connection, endpoint)).await();
  }

  private HeldLocks secrets() {
    return HeldLocks.ofWholeTable(house.vertx, house.testDatabase, "webhook_secret");
  }

  private static void ended(WebhookDeliveryFixture.Node node) {
    Await.until("everything has ended", () -> node.dispatcher.underWay() == 0);
    node.write();
  }
}
