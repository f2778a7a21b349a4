package eu.callorders.server.webhook.replay;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.Await;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.Race;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.event.FeedPosition;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.DeliveryStatus;
import eu.callorders.server.webhook.delivery.Receiver;
import eu.callorders.server.webhook.delivery.WebhookDeliveryFixture;
import eu.callorders.server.webhook.endpoint.Endpoint;
import eu.callorders.server.webhook.endpoint.EndpointStatus;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReplayWorkerTest {
  private static final FeedPosition START = new FeedPosition(0, 0);
  private static final ReplayRange ALL = new ReplayRange(START, null, null, null, false);

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final ReplayStore store = new ReplayStore();
  private WebhookDeliveryFixture fixture;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    fixture = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort()));
    endpoint = fixture.endpoint(receiver.url());
  }

  @AfterEach
  void close() {
    fixture.close();
    vertx.close().await();
  }

  private ReplayStore.Extent measure(ReplayRange range) {
    return measure(store, range);
  }

  private ReplayStore.Extent measure(ReplayStore replays, ReplayRange range) {
    return fixture
        .database
        .asWorker(connection -> replays.measure(connection, endpoint, range))
        .await();
  }

  private UUID start(ReplayRange range) {
    UUID id = UuidV7.at(fixture.clock.instant(), fixture.random);
    ReplayStore.Extent extent = measure(range);
    fixture
        .database
        .asWorker(
            connection ->
                store.insert(connection, id, endpoint, range, extent, fixture.clock.instant()))
        .await();
    return id;
  }

  private List<UUID> eventsOf(UUID replay) {
    return fixture.log().stream()
        .filter(one -> replay.equals(one.replayId()))
        .map(Delivery::eventId)
        .toList();
  }

  private String state(UUID replay) {
    return fixture
        .rows("SELECT state FROM webhook_replay WHERE id = '" + replay + "'")
        .getFirst()
        .getString(0);
  }

  /** Creates events and sends them all. */
  private void sent(int events) {
    fixture.events(events);
    fixture.first.processAll();
  }

  @Test
  void limitsVisitedEvents() {
    ReplayStore small = new ReplayStore(10);
    sent(10);
    assertThat(measure(small, ALL)).extracting(ReplayStore.Extent::events).isEqualTo(10L);
    assertThat(measure(small, ALL).capped()).isFalse();
    sent(1);
    assertThat(measure(small, ALL).events()).isEqualTo(10);
    assertThat(measure(small, ALL).capped()).isTrue();
    ReplayRange none = new ReplayRange(START, null, null, List.of("call.ended"), false);
    assertThat(measure(small, none).events()).isZero();
    assertThat(measure(small, none).isEmpty()).as("the rest was not visited").isFalse();
  }

  @Test
  void stopsVisitingSoonAfterTheEndOfTheRange() {
    sent(5);
    Instant until = fixture.clock.instant().plusSeconds(1);
    fixture.clock.advance(Duration.ofHours(1));
    sent(20);
    ReplayStore.Extent extent =
        measure(new ReplayStore(10), new ReplayRange(START, null, until, null, false));
    assertThat(extent.events()).isEqualTo(5);
    assertThat(extent.capped()).isFalse();
  }

  @Test
  void resumesAfterEachCrash() {
    sent(450);
    UUID replay = start(ALL);
    boolean more = true;
    while (more) {
      WebhookDeliveryFixture.Node crashing = fixture.node();
      CommitFailures commits =
          CommitFailures.of(fixture.vertx, fixture.testDatabase, "webhook_replay");
      int before = eventsOf(replay).size();
      if (state(replay).equals("running")) {
        assertThat(crashing.replays.runOnce()).isTrue();
      }
      assertThat(eventsOf(replay)).hasSize(before);
      commits.close();
      WebhookDeliveryFixture.Node next = fixture.node();
      more = next.replays.runOnce();
      next.sendAll();
      crashing.sender.close().await();
      next.sender.close().await();
    }

    assertThat(state(replay)).isEqualTo("done");
    assertThat(eventsOf(replay)).hasSize(450).doesNotHaveDuplicates();
    assertThat(receiver.requests).hasSize(900);
    assertThat(receiver.requests.stream().map(Receiver.ReceivedRequest::id).distinct())
        .hasSize(450);
  }

  @Test
  void parksFailingReplay() {
    sent(5);
    UUID bad = start(ALL);
    UUID good = start(ALL);
    failCursorUpdates(bad);

    for (int round = 0; round < 8; round++) {
      fixture.first.replays.runOnce();
    }

    assertThat(state(bad)).isEqualTo("running");
    assertThat(state(good)).isEqualTo("done");
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
        PgConnection.connect(
                fixture.vertx, WebhookDeliveryFixture.options(fixture.testDatabase.owner()))
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
    sent(5);
    UUID replay = start(ALL);
    WebhookDeliveryFixture.Node second = fixture.node();
    Race<Boolean, Boolean> race =
        Race.run(
            HeldLocks.ofTable(fixture.vertx, fixture.testDatabase, "webhook_delivery"),
            fixture.first.replays::runOnce,
            second.replays::runOnce);

    assertThat(race.outcome()).isEqualTo(Race.RaceOutcome.ENDED);
    assertThat(race.first()).isTrue();
    assertThat(race.second()).isFalse();
    assertThat(eventsOf(replay)).hasSize(5);
    second.sender.close().await();
  }

  @Test
  void newEventsGoFirst() {
    sent(300);
    start(ALL);
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
    sent(450);
    UUID replay = start(ALL);
    fixture.first.replays.runOnce();
    fixture
        .database
        .asWorker(
            connection ->
                end == End.DELETED
                    ? fixture.endpoints.delete(connection, endpoint, fixture.clock.instant())
                    : fixture.endpoints.update(
                        connection,
                        endpoint.with(EndpointStatus.DISABLED, fixture.clock.instant())))
        .await();
    fixture.first.sendAll();
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }

    assertThat(state(replay)).isEqualTo("canceled");
    assertThat(fixture.log())
        .filteredOn(one -> replay.equals(one.replayId()))
        .hasSize(200)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SKIPPED));
    assertThat(fixture.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
    assertThat(receiver.requests).hasSize(450);
  }

  /** Random ranges, feeds and logs: the count equals the deliveries. */
  @Test
  void dryRunCountsWhatReplayDelivers() {
    Random seeded = new Random(20261120);
    List<EventType> types =
        List.of(EventType.ORDER_TYPE_CREATED, EventType.ORDER_TYPE_UPDATED, EventType.CALL_ENDED);
    for (int round = 0; round < 6; round++) {
      someEvents(seeded, types);
      someLog(seeded);
      for (int each = 0; each < 4; each++) {
        ReplayRange range = someRange(seeded, types);
        List<UUID> expected = expected(range);
        long counted = measure(range).events();
        UUID replay = start(range);
        while (fixture.first.replays.runOnce()) {
          fixture.first.sendAll();
        }

        assertThat(counted).as("%s", range).isEqualTo(expected.size());
        assertThat(eventsOf(replay)).as("%s", range).containsExactlyInAnyOrderElementsOf(expected);
        fixture.execute("DELETE FROM webhook_delivery WHERE replay_id = $1", replay);
      }
    }
  }

  private void someEvents(Random seeded, List<EventType> types) {
    List<NewEvent> events = new ArrayList<>();
    int count = 1 + seeded.nextInt(60);
    for (int each = 0; each < count; each++) {
      EventType type = types.get(seeded.nextInt(types.size()));
      Instant at = fixture.clock.instant().plusSeconds(seeded.nextInt(600) - 300);
      events.add(
          new NewEvent(fixture.tenantId, type, at, RelatedResources.none(), null, Json.object()));
    }
    fixture.database.asWorker(connection -> fixture.events.append(connection, events)).await();
    fixture.execute("DELETE FROM webhook_event_queue WHERE tenant_id = $1", fixture.tenantId);
  }

  /** Random deliveries: failed ones, repeated ones, and successes. */
  private void someLog(Random seeded) {
    for (Row event : fixture.rows("SELECT id, recorded_at, type FROM event")) {
      int deliveries = seeded.nextInt(4) == 0 ? 2 : seeded.nextInt(2);
      for (int each = 0; each < deliveries; each++) {
        fixture.execute(
            "INSERT INTO webhook_delivery (tenant_id, created_at, id, endpoint_id, event_id,"
                + " event_recorded_at, event_type, status) VALUES ($1, now(), $2, $3, $4, $5, $6,"
                + " $7)",
            fixture.tenantId,
            UUID.randomUUID(),
            seeded.nextInt(5) == 0 ? UUID.randomUUID() : endpoint.id(),
            event.getUUID("id"),
            event.getOffsetDateTime("recorded_at"),
            event.getString("type"),
            List.of("failed", "skipped", "succeeded", "retrying").get(seeded.nextInt(4)));
      }
    }
  }

  private ReplayRange someRange(Random seeded, List<EventType> types) {
    List<FeedPosition> positions =
        feed().stream()
            .map(row -> new FeedPosition(row.getLong("place"), row.getLong("seq")))
            .toList();
    Instant from = fixture.clock.instant().plusSeconds(seeded.nextInt(600) - 300);
    return new ReplayRange(
        seeded.nextBoolean() ? START : positions.get(seeded.nextInt(positions.size())),
        seeded.nextBoolean() ? null : from,
        seeded.nextBoolean() ? null : from.plusSeconds(seeded.nextInt(300)),
        seeded.nextBoolean()
            ? null
            : types.subList(0, seeded.nextInt(types.size()) + 1).stream()
                .map(EventType::wire)
                .toList(),
        seeded.nextBoolean());
  }

  private List<Row> feed() {
    return fixture.rows(
        "SELECT id, xid::text::bigint AS place, seq, occurred_at, type FROM event"
            + " ORDER BY xid, seq");
  }

  /** The contract's definition without SQL. */
  private List<UUID> expected(ReplayRange range) {
    List<UUID> expected = new ArrayList<>();
    List<Delivery> log = fixture.log(endpoint);
    for (Row row : feed()) {
      FeedPosition position = new FeedPosition(row.getLong("place"), row.getLong("seq"));
      Instant occurred = RowMapper.instant(row, "occurred_at");
      List<DeliveryStatus> statuses =
          log.stream()
              .filter(one -> one.eventId().equals(row.getUUID("id")))
              .map(Delivery::status)
              .toList();
      boolean isAfter =
          position.xid() > range.after().xid()
              || (position.xid() == range.after().xid() && position.seq() > range.after().seq());
      boolean inTime =
          (range.from() == null || !occurred.isBefore(range.from()))
              && (range.until() == null || occurred.isBefore(range.until()));
      boolean ofType = range.types() == null || range.types().contains(row.getString("type"));
      boolean failed =
          !statuses.isEmpty()
              && Set.of(DeliveryStatus.FAILED, DeliveryStatus.SKIPPED).containsAll(statuses);
      if (isAfter && inTime && ofType && (!range.onlyFailed() || failed)) {
        expected.add(row.getUUID("id"));
      }
    }
    return expected;
  }

  @Test
  void rangeEndsAtTheFeedEndOfTheRequest() {
    sent(3);
    UUID replay = start(ALL);
    sent(2);
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    assertThat(eventsOf(replay)).hasSize(3);
  }

  @Test
  void twoReplaysSendTheSameEventOnceEach() {
    sent(3);
    List<UUID> replays = IntStream.range(0, 2).mapToObj(each -> start(ALL)).toList();
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    assertThat(eventsOf(replays.getFirst())).hasSize(3).doesNotHaveDuplicates();
    assertThat(eventsOf(replays.getLast())).hasSize(3).doesNotHaveDuplicates();
    assertThat(receiver.requests).hasSize(9);
  }
}
