package eu.callorders.server.event;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.recovery.FeedPlace;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
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
   * Appends events, of one tenant or of many, as one statement. The feed shows those of one
   * transaction in the order of writing; those of two transactions that change one resource in the
   * order of their first writes, hence that resource must be locked before anything is written.
   */
  public Future<Void> append(SqlConnection connection, List<NewEvent> events) {
    if (events.isEmpty()) {
      return Future.succeededFuture();
    }
    return connection
        .preparedQuery(APPEND)
        .execute(row(events))
        .map(result -> RowMapper.changed(result, events.size()));
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
    return connection
        .preparedQuery(APPEND_AT)
        .execute(row(events).addArrayOfLong(places.toArray(Long[]::new)))
        .map(result -> RowMapper.changed(result, events.size()));
  }

  private Tuple row(List<NewEvent> events) {
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    UUID[] ids = new UUID[events.size()];
    String[] envelopes = new String[events.size()];
    for (int place = 0; place < ids.length; place++) {
      ids[place] = UuidV7.at(now, random);
      envelopes[place] = Envelope.write(events.get(place), ids[place], environment);
    }
    return Tuple.of(
        now.atOffset(ZoneOffset.UTC),
        events.stream().map(NewEvent::tenantId).toArray(UUID[]::new),
        ids,
        events.stream().map(EventStore::occurredAt).toArray(OffsetDateTime[]::new),
        events.stream().map(event -> event.related().callOrderId()).toArray(UUID[]::new),
        events.stream().map(event -> event.related().enrollmentId()).toArray(UUID[]::new),
        events.stream().map(event -> event.type().wire()).toArray(String[]::new),
        envelopes);
  }

  /** As precise as the envelope, so that a filter decides by what clients see. */
  private static OffsetDateTime occurredAt(NewEvent event) {
    return event.occurredAt().truncatedTo(ChronoUnit.MILLIS).atOffset(ZoneOffset.UTC);
  }
}
