package eu.callorders.server.webhook;

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
import eu.callorders.server.http.Json;
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
  private static final FeedPosition BEGINNING = new FeedPosition(0, 0);
  private static final ReplayRange ALL = new ReplayRange(BEGINNING, null, null, null, false);

  private final Vertx vertx = Vertx.vertx();
  private final Receiver receiver = new Receiver(vertx);
  private final ReplayStore store = new ReplayStore();
  private WebhookDeliveryFixture house;
  private Endpoint endpoint;

  @BeforeEach
  void open() {
    house = new WebhookDeliveryFixture(Set.of(receiver.hostAndPort()));
    endpoint = house.endpoint(receiver.url());
  }

  @AfterEach
  void close() {
    house.close();
    vertx.close().await();
  }

  private ReplayStore.Extent measure(ReplayRange range) {
    return measure(store, range);
  }

  private ReplayStore.Extent measure(ReplayStore counts, ReplayRange range) {
    return house
        .database
        .asWorker(connection -> counts.measure(connection, endpoint, range))
        .await();
  }

  private UUID begin(ReplayRange range) {
    UUID id = UuidV7.at(house.clock.instant(), house.random);
    ReplayStore.Extent extent = measure(range);
    house
        .database
        .asWorker(
            connection ->
                store.insert(connection, id, endpoint, range, extent, house.clock.instant()))
        .await();
    return id;
  }

  private List<UUID> eventsOf(UUID run) {
    return house.log().stream()
        .filter(one -> run.equals(one.runId()))
        .map(Delivery::eventId)
        .toList();
  }

  private String state(UUID run) {
    return house
        .rows("SELECT state FROM webhook_replay WHERE id = '" + run + "'")
        .getFirst()
        .getString(0);
  }

  /** Events are in the log and sent; nothing waits. */
  private void sent(int events) {
    house.events(events);
    house.first.work();
  }

  @Test
  void countsNoMoreEventsThanItMayVisit() {
    ReplayStore small = new ReplayStore(10);
    sent(10);
    assertThat(measure(small, ALL)).extracting(ReplayStore.Extent::events).isEqualTo(10L);
    assertThat(measure(small, ALL).capped()).isFalse();
    sent(1);
    assertThat(measure(small, ALL).events()).isEqualTo(10);
    assertThat(measure(small, ALL).capped()).isTrue();
    ReplayRange none = new ReplayRange(BEGINNING, null, null, List.of("call.ended"), false);
    assertThat(measure(small, none).events()).isZero();
    assertThat(measure(small, none).isEmpty()).as("the rest was not visited").isFalse();
  }

  @Test
  void visitsNothingThatWasRecordedLongAfterTheEndOfTheRange() {
    sent(5);
    Instant until = house.clock.instant().plusSeconds(1);
    house.clock.advance(Duration.ofHours(1));
    sent(20);
    ReplayStore.Extent extent =
        measure(new ReplayStore(10), new ReplayRange(BEGINNING, null, until, null, false));
    assertThat(extent.events()).isEqualTo(5);
    assertThat(extent.capped()).isFalse();
  }

  @Test
  void aRunGoesOnWhereItWasHoweverOftenItsNodeDies() {
    sent(450);
    UUID run = begin(ALL);
    boolean more = true;
    while (more) {
      WebhookDeliveryFixture.Node dies = house.node();
      CommitFailures commits = CommitFailures.of(house.vertx, house.testDatabase, "webhook_replay");
      int before = eventsOf(run).size();
      if (state(run).equals("running")) {
        assertThat(dies.replays.runOnce()).isTrue();
      }
      assertThat(eventsOf(run)).hasSize(before);
      commits.close();
      WebhookDeliveryFixture.Node next = house.node();
      more = next.replays.runOnce();
      next.send();
      dies.courier.close().await();
      next.courier.close().await();
    }

    assertThat(state(run)).isEqualTo("done");
    assertThat(eventsOf(run)).hasSize(450).doesNotHaveDuplicates();
    assertThat(receiver.got).hasSize(900);
    assertThat(receiver.got.stream().map(Receiver.Got::id).distinct()).hasSize(450);
  }

  @Test
  void aRunThatFailsIsKeptAndLeftAside() {
    sent(5);
    UUID bad = begin(ALL);
    UUID sound = begin(ALL);
    forbidMoves(bad);

    for (int round = 0; round < 8; round++) {
      house.first.replays.runOnce();
    }

    assertThat(state(bad)).isEqualTo("running");
    assertThat(state(sound)).isEqualTo("done");
    assertThat(house.rows("SELECT kind, item_id, failures FROM failed_work"))
        .singleElement()
        .satisfies(
            row -> {
              assertThat(row.getString("kind")).isEqualTo("webhook_replay");
              assertThat(row.getString("item_id")).isEqualTo(bad.toString());
              assertThat(row.getInteger("failures")).isEqualTo(1);
            });
    assertThat(house.first.replays.runOnce()).isFalse();
  }

  private void forbidMoves(UUID run) {
    PgConnection owner =
        PgConnection.connect(
                house.vertx, WebhookDeliveryFixture.options(house.testDatabase.owner()))
            .await();
    owner
        .query(
            """
            CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS
              $$ BEGIN RAISE EXCEPTION 'this run fails'; END $$;
            CREATE TRIGGER refuse BEFORE UPDATE ON webhook_replay
              FOR EACH ROW WHEN (OLD.id = '%s') EXECUTE FUNCTION refuse()
            """
                .formatted(run))
        .execute()
        .await();
    owner.close().await();
  }

  @Test
  void aRunThatAnotherNodeIsAtIsLeftToIt() throws Exception {
    sent(5);
    UUID run = begin(ALL);
    WebhookDeliveryFixture.Node second = house.node();
    Race<Boolean, Boolean> race =
        Race.at(
            HeldLocks.ofTable(house.vertx, house.testDatabase, "webhook_delivery"),
            house.first.replays::runOnce,
            second.replays::runOnce);

    assertThat(race.meeting()).isEqualTo(Race.Meeting.ENDED);
    assertThat(race.first()).isTrue();
    assertThat(race.second()).isFalse();
    assertThat(eventsOf(run)).hasSize(5);
    second.courier.close().await();
  }

  @Test
  void whatIsFreshGoesFirst() {
    sent(300);
    begin(ALL);
    house.first.replays.runOnce();
    assertThat(house.rows("SELECT FROM webhook_delivery_queue WHERE priority = 1")).hasSize(200);
    house.events(1);
    house.first.fanOut.runOnce();
    List<HttpServerRequest> held = new CopyOnWriteArrayList<>();
    receiver.got.clear();
    receiver.answers((request, body) -> held.add(request));
    house.first.dispatcher.runOnce();

    String fresh = Json.parse(house.envelopes().getLast()).path("id").asText();
    Await.until("it is being sent", () -> receiver.got.size() == house.first.dispatcher.underWay());
    assertThat(receiver.got).extracting(Receiver.Got::id).contains(fresh).hasSizeLessThan(10);
    held.forEach(request -> request.connection().close());
  }

  /** What ends the sending to an endpoint for good, or for now. */
  enum End {
    DISABLED,
    DELETED
  }

  @ParameterizedTest
  @EnumSource
  void aRunEndsWithItsEndpoint(End end) {
    sent(450);
    UUID run = begin(ALL);
    house.first.replays.runOnce();
    house
        .database
        .asWorker(
            connection ->
                end == End.DELETED
                    ? house.endpoints.delete(connection, endpoint, house.clock.instant())
                    : house.endpoints.update(
                        connection, endpoint.with(EndpointStatus.DISABLED, house.clock.instant())))
        .await();
    house.first.send();
    while (house.first.replays.runOnce()) {
      house.first.send();
    }

    assertThat(state(run)).isEqualTo("canceled");
    assertThat(house.log())
        .filteredOn(one -> run.equals(one.runId()))
        .hasSize(200)
        .allSatisfy(one -> assertThat(one.status()).isEqualTo(DeliveryStatus.SKIPPED));
    assertThat(house.rows("SELECT FROM webhook_delivery_queue")).isEmpty();
    assertThat(receiver.got).hasSize(450);
  }

  /** Any range over any feed with any log: what is counted is what is sent. */
  @Test
  void aDryRunCountsWhatARunDelivers() {
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
        UUID run = begin(range);
        while (house.first.replays.runOnce()) {
          house.first.send();
        }

        assertThat(counted).as("%s", range).isEqualTo(expected.size());
        assertThat(eventsOf(run)).as("%s", range).containsExactlyInAnyOrderElementsOf(expected);
        house.execute("DELETE FROM webhook_delivery WHERE replay_id = $1", run);
      }
    }
  }

  private void someEvents(Random seeded, List<EventType> types) {
    List<NewEvent> events = new ArrayList<>();
    int count = 1 + seeded.nextInt(60);
    for (int each = 0; each < count; each++) {
      EventType type = types.get(seeded.nextInt(types.size()));
      Instant at = house.clock.instant().plusSeconds(seeded.nextInt(600) - 300);
      events.add(
          new NewEvent(house.tenantId, type, at, RelatedResources.none(), null, Json.object()));
    }
    house.database.asWorker(connection -> house.events.append(connection, events)).await();
    house.execute("DELETE FROM webhook_event_queue WHERE tenant_id = $1", house.tenantId);
  }

  /** Some events have failed, some more than once, and some have made it in the end. */
  private void someLog(Random seeded) {
    for (Row event : house.rows("SELECT id, recorded_at, type FROM event")) {
      int deliveries = seeded.nextInt(4) == 0 ? 2 : seeded.nextInt(2);
      for (int each = 0; each < deliveries; each++) {
        house.execute(
            "INSERT INTO webhook_delivery (tenant_id, created_at, id, endpoint_id, event_id,"
                + " event_recorded_at, event_type, status) VALUES ($1, now(), $2, $3, $4, $5, $6,"
                + " $7)",
            house.tenantId,
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
    List<FeedPosition> places =
        feed().stream()
            .map(row -> new FeedPosition(row.getLong("place"), row.getLong("seq")))
            .toList();
    Instant from = house.clock.instant().plusSeconds(seeded.nextInt(600) - 300);
    return new ReplayRange(
        seeded.nextBoolean() ? BEGINNING : places.get(seeded.nextInt(places.size())),
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
    return house.rows(
        "SELECT id, xid::text::bigint AS place, seq, occurred_at, type FROM event"
            + " ORDER BY xid, seq");
  }

  /** As the contract says it, without SQL. */
  private List<UUID> expected(ReplayRange range) {
    List<UUID> expected = new ArrayList<>();
    List<Delivery> log = house.log(endpoint);
    for (Row row : feed()) {
      FeedPosition at = new FeedPosition(row.getLong("place"), row.getLong("seq"));
      Instant occurred = RowMapper.instant(row, "occurred_at");
      List<DeliveryStatus> statuses =
          log.stream()
              .filter(one -> one.eventId().equals(row.getUUID("id")))
              .map(Delivery::status)
              .toList();
      boolean behind =
          at.xid() > range.after().xid()
              || (at.xid() == range.after().xid() && at.seq() > range.after().seq());
      boolean inTime =
          (range.from() == null || !occurred.isBefore(range.from()))
              && (range.until() == null || occurred.isBefore(range.until()));
      boolean ofType = range.types() == null || range.types().contains(row.getString("type"));
      boolean failed =
          !statuses.isEmpty()
              && Set.of(DeliveryStatus.FAILED, DeliveryStatus.SKIPPED).containsAll(statuses);
      if (behind && inTime && ofType && (!range.onlyFailed() || failed)) {
        expected.add(row.getUUID("id"));
      }
    }
    return expected;
  }

  @Test
  void aRangeEndsWhereTheFeedEndedWhenItWasAskedFor() {
    sent(3);
    UUID run = begin(ALL);
    sent(2);
    while (house.first.replays.runOnce()) {
      house.first.send();
    }
    assertThat(eventsOf(run)).hasSize(3);
  }

  @Test
  void twoRunsSendTheSameEventOnceEach() {
    sent(3);
    List<UUID> runs = IntStream.range(0, 2).mapToObj(each -> begin(ALL)).toList();
    while (house.first.replays.runOnce()) {
      house.first.send();
    }
    assertThat(eventsOf(runs.getFirst())).hasSize(3).doesNotHaveDuplicates();
    assertThat(eventsOf(runs.getLast())).hasSize(3).doesNotHaveDuplicates();
    assertThat(receiver.got).hasSize(9);
  }
}
