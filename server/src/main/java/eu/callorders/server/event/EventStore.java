package eu.callorders.server.event;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.Rows;
import eu.callorders.server.recovery.FeedPlace;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Writes events, in the transaction that changes their resources. */
public final class EventStore {
  private static final String APPEND =
      """
      INSERT INTO event
        (tenant_id, id, recorded_at, occurred_at, call_order_id, enrollment_id, type, envelope, xid)
      SELECT e.tenant_id, e.id, $1, e.occurred_at, e.call_order_id, e.enrollment_id, e.type,
             e.envelope,
      """
          + FeedPlace.OF_WRITER
          + """
            FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::text[],
                        $8::text[])
                 WITH ORDINALITY
                 AS e (tenant_id, id, occurred_at, call_order_id, enrollment_id, type, envelope, place)
           ORDER BY e.place
          """;

  private static final String APPEND_AT =
      """
      INSERT INTO event
        (tenant_id, id, recorded_at, occurred_at, call_order_id, enrollment_id, type, envelope, seq,
         xid)
      SELECT e.tenant_id, e.id, $1, e.occurred_at, e.call_order_id, e.enrollment_id, e.type,
             e.envelope, e.seq,
      """
          + FeedPlace.OF_WRITER
          + """
            FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::text[],
                        $8::text[], $9::bigint[])
                 AS e (tenant_id, id, occurred_at, call_order_id, enrollment_id, type, envelope, seq)
          """;

  private static final String KEEP_PLACES =
      "SELECT nextval('event_seq') AS place FROM generate_series(1, $1::integer)";

  /** Of the envelopes of a statement: its event loop is busy as long as it encodes one. */
  private static final int MOST_CHARACTERS = 256 * 1024;

  private final String environment;
  private final InstantSource realTime;
  private final RandomGenerator random;

  /**
   * @param environment {@code live} or {@code sandbox}
   * @param realTime never a tenant's clock: partitions and retention go by it
   * @param random safe for use by several threads
   */
  public EventStore(String environment, InstantSource realTime, RandomGenerator random) {
    this.environment = environment;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Appends events, of one tenant or of many, in statements of bounded size. The feed shows those
   * of one transaction in the order of writing; those of two transactions that change one resource
   * in the order of their first writes, hence that resource must be locked before anything is
   * written.
   */
  public Future<Void> append(SqlConnection connection, List<NewEvent> events) {
    return append(connection, events, 0);
  }

  private Future<Void> append(SqlConnection connection, List<NewEvent> events, int begin) {
    if (begin == events.size()) {
      return Future.succeededFuture();
    }
    Instant now = now();
    List<Entry> entries = new ArrayList<>();
    long characters = 0;
    while (characters < MOST_CHARACTERS && begin + entries.size() < events.size()) {
      Entry next = entry(events.get(begin + entries.size()), now);
      entries.add(next);
      characters += next.envelope().length();
    }
    return connection
        .preparedQuery(APPEND)
        .execute(columns(entries, now))
        .map(result -> Rows.changed(result, entries.size()))
        .compose(done -> append(connection, events, begin + entries.size()));
  }

  /**
   * Keeps places in the feed for so many events of this transaction, before those that it appends
   * from now on: for an event that comes first, but tells of what follows from it.
   */
  public Future<List<Long>> keepPlaces(SqlConnection connection, int events) {
    return connection
        .preparedQuery(KEEP_PLACES)
        .execute(Tuple.of(events))
        .map(rows -> rows.stream().map(row -> row.getLong("place")).sorted().toList());
  }

  /** Writes events into places kept for them. */
  public Future<Void> write(SqlConnection connection, List<NewEvent> events, List<Long> places) {
    Instant now = now();
    return connection
        .preparedQuery(APPEND_AT)
        .execute(
            columns(events.stream().map(event -> entry(event, now)).toList(), now)
                .addArrayOfLong(places.toArray(Long[]::new)))
        .map(result -> Rows.changed(result, events.size()));
  }

  private record Entry(NewEvent event, UUID id, String envelope) {}

  /** An event is found by its identifier alone, whose instant therefore is that of the record. */
  private Entry entry(NewEvent event, Instant now) {
    UUID id = UuidV7.at(now, random);
    return new Entry(event, id, Envelope.write(event, id, environment));
  }

  private Instant now() {
    return realTime.instant().truncatedTo(ChronoUnit.MILLIS);
  }

  private Tuple columns(List<Entry> entries, Instant now) {
    List<NewEvent> events = entries.stream().map(Entry::event).toList();
    return Tuple.of(
        now.atOffset(ZoneOffset.UTC),
        events.stream().map(NewEvent::tenantId).toArray(UUID[]::new),
        entries.stream().map(Entry::id).toArray(UUID[]::new),
        events.stream().map(EventStore::occurredAt).toArray(OffsetDateTime[]::new),
        events.stream().map(event -> event.related().callOrderId()).toArray(UUID[]::new),
        events.stream().map(event -> event.related().enrollmentId()).toArray(UUID[]::new),
        events.stream().map(event -> event.type().wire()).toArray(String[]::new),
        entries.stream().map(Entry::envelope).toArray(String[]::new));
  }

  /** As precise as the envelope, so that a filter decides by what clients see. */
  private static OffsetDateTime occurredAt(NewEvent event) {
    return event.occurredAt().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
