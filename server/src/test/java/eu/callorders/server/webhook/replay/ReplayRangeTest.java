package eu.callorders.server.webhook.replay;

import static eu.callorders.server.webhook.replay.ReplayFixture.ALL;
import static eu.callorders.server.webhook.replay.ReplayFixture.START;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.event.EventType;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.event.FeedPosition;
import eu.callorders.server.event.NewEvent;
import eu.callorders.server.event.RelatedResources;
import eu.callorders.server.json.Json;
import eu.callorders.server.webhook.delivery.Delivery;
import eu.callorders.server.webhook.delivery.DeliveryStatus;
import eu.callorders.server.webhook.delivery.WebhookDeliveryFixture;
import eu.callorders.server.webhook.endpoint.Endpoint;
import io.vertx.sqlclient.Row;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ReplayRangeTest {
  @AutoClose private final ReplayFixture replays = new ReplayFixture();
  private final WebhookDeliveryFixture fixture = replays.fixture;
  private final Endpoint endpoint = replays.endpoint;

  @Test
  void limitsVisitedEvents() {
    ReplayStore small = new ReplayStore(10);
    replays.sent(10);
    assertThat(replays.measure(small, ALL)).extracting(ReplayStore.Extent::events).isEqualTo(10L);
    assertThat(replays.measure(small, ALL).capped()).isFalse();
    replays.sent(1);
    assertThat(replays.measure(small, ALL).events()).isEqualTo(10);
    assertThat(replays.measure(small, ALL).capped()).isTrue();
    ReplayRange none = new ReplayRange(START, null, null, List.of("call.ended"), false);
    assertThat(replays.measure(small, none).events()).isZero();
    assertThat(replays.measure(small, none).isEmpty()).as("the rest was not visited").isFalse();
  }

  @Test
  void stopsVisitingSoonAfterTheEndOfTheRange() {
    replays.sent(5);
    Instant until = fixture.clock.instant().plusSeconds(1);
    fixture.clock.advance(Duration.ofHours(1));
    replays.sent(20);
    ReplayStore.Extent extent =
        replays.measure(new ReplayStore(10), new ReplayRange(START, null, until, null, false));
    assertThat(extent.events()).isEqualTo(5);
    assertThat(extent.capped()).isFalse();
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
        long counted = replays.measure(range).events();
        UUID replay = replays.start(range);
        while (fixture.first.replays.runOnce()) {
          fixture.first.sendAll();
        }

        assertThat(counted).as("%s", range).isEqualTo(expected.size());
        assertThat(replays.eventsOf(replay))
            .as("%s", range)
            .containsExactlyInAnyOrderElementsOf(expected);
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
    replays.sent(3);
    UUID replay = replays.start(ALL);
    replays.sent(2);
    while (fixture.first.replays.runOnce()) {
      fixture.first.sendAll();
    }
    assertThat(replays.eventsOf(replay)).hasSize(3);
  }
}
