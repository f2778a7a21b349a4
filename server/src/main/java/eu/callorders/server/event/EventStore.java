package eu.callorders.server.event;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.json.Json;
import eu.callorders.server.recovery.FeedPlace;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.random.RandomGenerator;

/** Inserts events in the transaction that changes their resources. */
public final class EventStore {
  private static final String APPEND =
      """
      INSERT INTO event
        (tenant_id, id, recorded_at, occurred_at, call_order_id, enrollment_id, type, envelope, xid)
      SELECT e.tenant_id, e.id, $1, e.occurred_at, e.call_order_id, e.enrollment_id, e.type,
             convert_from(e.envelope, 'UTF8'),
      """
          + FeedPlace.OF_WRITER
          + """
            FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::text[],
                        $8::bytea[])
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
             convert_from(e.envelope, 'UTF8'), e.seq,
      """
          + FeedPlace.OF_WRITER
          + """
            FROM unnest($2::uuid[], $3::uuid[], $4::timestamptz[], $5::uuid[], $6::uuid[], $7::text[],
                        $8::bytea[], $9::bigint[])
                 AS e (tenant_id, id, occurred_at, call_order_id, enrollment_id, type, envelope, seq)
          """;

  private static final String KEEP_PLACES =
      "SELECT nextval('event_seq') AS place FROM generate_series(1, $1::integer)";

  /** Bytes per statement, as one statement is encoded in one go on an event loop. */
  private static final long MAX_BYTES = 256 * 1024;

  private final String environment;
  private final InstantSource realTime;
  private final RandomGenerator random;

  /**
   * @param environment {@code live} or {@code sandbox}
   * @param realTime never a tenant's clock, as partitions and retention depend on it
   * @param random thread-safe
   */
  public EventStore(String environment, InstantSource realTime, RandomGenerator random) {
    this.environment = environment;
    this.realTime = realTime;
    this.random = random;
  }

  /**
   * Appends events of one or more tenants in one statement, or several for large events. The feed
   * orders events by the first write of their transactions: lock a resource before any write, so
   * that its events are in order.
   */
  public Future<Void> append(SqlConnection connection, List<NewEvent> events) {
    if (events.isEmpty()) {
      return Future.succeededFuture();
    }
    RenderedEvents leading = render(events, MAX_BYTES);
    List<NewEvent> rest = events.subList(leading.events().size(), events.size());
    return leading.statement(APPEND).update(connection).compose(done -> append(connection, rest));
  }

  /**
   * Reserves feed positions before the events that this transaction appends from now on, for an
   * event that comes first but describes what follows.
   */
  public Future<List<Long>> reservePositions(SqlConnection connection, int count) {
    return connection
        .preparedQuery(KEEP_PLACES)
        .execute(Tuple.of(count))
        .map(rows -> rows.stream().map(row -> row.getLong("place")).sorted().toList());
  }

  /** Inserts events at reserved positions. */
  public Future<Void> write(SqlConnection connection, List<NewEvent> events, List<Long> places) {
    return render(events, Long.MAX_VALUE)
        .statement(APPEND_AT)
        .value(places.toArray(Long[]::new))
        .update(connection);
  }

  /** The leading events, at least one, whose envelopes fit into this many bytes. */
  private RenderedEvents render(List<NewEvent> events, long maxBytes) {
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    List<UUID> ids = new ArrayList<>();
    List<Buffer> envelopes = new ArrayList<>();
    long bytes = 0;
    while (ids.size() < events.size() && bytes < maxBytes) {
      NewEvent event = events.get(ids.size());
      UUID id = UuidV7.at(now, random);
      Buffer envelope = Buffer.buffer(Json.bytes(Envelope.of(event, id, environment)));
      ids.add(id);
      envelopes.add(envelope);
      bytes += envelope.length();
    }
    return new RenderedEvents(now, events.subList(0, ids.size()), ids, envelopes);
  }

  private record RenderedEvents(
      Instant now, List<NewEvent> events, List<UUID> ids, List<Buffer> envelopes) {

    BatchStatement<NewEvent> statement(String sql) {
      return BatchStatement.of(sql, events)
          .value(now.atOffset(ZoneOffset.UTC))
          .uuids(NewEvent::tenantId)
          .value(ids.toArray(UUID[]::new))
          .times(event -> event.occurredAt().truncatedTo(ChronoUnit.MILLIS)) // as in the envelope
          .uuids(event -> event.related().callOrderId())
          .uuids(event -> event.related().enrollmentId())
          .strings(event -> event.type().wire())
          .value(envelopes.toArray(Buffer[]::new));
    }
  }
}
