package eu.callorders.server.webhook.replay;

import static eu.callorders.server.webhook.replay.ReplayFixture.ALL;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.Await;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.DeliveryStatus;
import eu.callorders.server.webhook.delivery.Receiver;
import eu.callorders.server.webhook.delivery.WebhookDeliveryFixture;
import eu.callorders.server.webhook.delivery.WebhookNode;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import eu.callorders.server.webhook.endpoint.EndpointStore;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.pgclient.PgConnection;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayWorkerTest {
  @AutoClose private final ReplayFixture replays = new ReplayFixture();
  private final WebhookDeliveryFixture fixture = replays.fixture;
  private final Receiver receiver = replays.receiver;
  private final Endpoint endpoint = replays.endpoint;

  @Test
  void resumesAfterEachCrash() {
    replays.sent(450);
    UUID replay = replays.start(ALL);
    boolean more = true;
    while (more) {
      WebhookNode crashing = fixture.node();
      CommitFailures commits =
          CommitFailures.of(fixture.vertx, fixture.testDatabase, "webhook_replay");
      int before = replays.eventsOf(replay).size();
      if (replays.state(replay).equals("running")) {
        assertThat(crashing.replays.runOnce()).isTrue();
      }
      assertThat(replays.eventsOf(replay)).hasSize(before);
      commits.close();
      WebhookNode next = fixture.node();
      more = next.replays.runOnce();
      next.sendAll();
      crashing.sender.close().await();
      next.sender.close().await();
    }

    assertThat(replays.state(replay)).isEqualTo("done");
    assertThat(replays.eventsOf(replay)).hasSize(450).doesNotHaveDuplicates();
    assertThat(receiver.requests).hasSize(900);
    assertThat(receiver.requests.stream().map(Receiver.ReceivedRequest::id).distinct())
        .hasSize(450);
  }

  @Test
  void parksFailingReplay() {
    replays.sent(5);
    UUID bad = replays.start(ALL);
    UUID good = replays.start(ALL);
    failCursorUpdates(bad);

    for (int round = 0; round < 8; round++) {
      fixture.first.replays.runOnce();
    }

    assertThat(replays.state(bad)).isEqualTo("running");
    assertThat(replays.state(good)).isEqualTo("done");
    assertThat(fixture.rows("SELECT kind, item_id, failures FROM failed_work"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_replay");
              assertThat(row.getString("item_id")).isEqualTo(bad.toString());
              assertThat(row.getInteger("failures")).isEqualTo(1);
            });
    assertThat(fixture.first.replays.runOnce()).isFalse();
  }

  private void failCursorUpdates(UUID replay) {
    PgConnection owner =
        PgConnection.connect(fixture.vertx, ConnectOptions.to(fixture.testDatabase.owner()))
            .await();
    owner
        .query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN RAISE EXCEPTION 'this run fails'; END $$;
            CREATE TRIGGER refuse BEFORE UPDATE ON webhook_replay
              FOR EACH ROW WHEN (OLD.id = '%s') EXECUTE FUNCTION refuse()
            """
                .formatted(replay))
        .execute()
        .await();
    owner.close().await();
  }

  @Test
  void skipsReplayLockedByAnotherNode() throws Exception {
    replays.sent(5);
    UUID replay = replays.start(ALL);
    WebhookNode second = fixture.node();
    Race<Boolean, Boolean> race =
        Race.run(
            HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "webhook_delivery"),
            fixture.first.replays::runOnce,
            second.replays::runOnce);

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.ENDED);
    assertThat(race.first()).isTrue();
    assertThat(race.second()).isFalse();
    assertThat(replays.eventsOf(replay)).hasSize(5);
    second.sender.close().await();
  }

  @Test
  void newEventsGoFirst() {
    replays.sent(300);
    replays.start(ALL);
    fixture.first.replays.runOnce();
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue WHERE priority = 1")).hasSize(200);
    fixture.events(1);
    fixture.first.fanOut.runOnce();
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.requests.clear();
    receiver.respondWith((request, body) -> held.add(request));
    fixture.first.dispatcher.runOnce();

    String newEvent = Json.parse(fixture.envelopes().getLast()).path("id").asText();
    Await.until(
        "it is being sent",
        () -> receiver.requests.size() == fixture.first.dispatcher.inFlightCount());
    assertThat(receiver.requests)
        .extracting(Receiver.ReceivedRequest::id)
        .contains(newEvent)
        .hasSizeLessThan(10);
    held.forEach(request -> request.connection().close());
  }

  /** How the endpoint becomes inactive. */
  enum End {
    DISABLED,
    DELETED
  }

  @ParameterizedTest
  @EnumSource
  void cancelsReplayOfInactiveEndpoint(End end) {
    replays.sent(450);
    UUID replay = replays.start(ALL);
    fixture.first.replays.runOnce();
    fixture
        .database
        .asWorker(
            connection ->
                end == End.DELETED
                    ? EndpointStore.delete(connection, endpoint, fixture.clock.instant())
                    : EndpointStore.update(
                        connection,
                        endpoint.with(EndpointStatus.DISABLED, fixture.clock.instant())))
        .await();
    fixture.first.sendAll();
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }

    assertThat(replays.state(replay)).isEqualTo("canceled");
    assertThat(fixture.log())
        .filteredOn(one -> replay.equals(one.replayId()))
        .hasSize(200)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SKIPPED));
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
    assertThat(receiver.requests).hasSize(450);
  }

  @Test
  void twoReplaysSendTheSameEventOnceEach() {
    replays.sent(3);
    List<UUID> started = IntStream.range(0, 2).mapToObj(each -> replays.start(ALL)).toList();
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    assertThat(replays.eventsOf(started.getFirst())).hasSize(3).doesNotHaveDuplicates();
    assertThat(replays.eventsOf(started.getLast())).hasSize(3).doesNotHaveDuplicates();
    assertThat(receiver.requests).hasSize(9);
  }
}
