package eu.callorders.server.dial;

import eu.callorders.server.database.Locks;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Finds work on orders and claims it for the transaction. The claim is the person's lock: another
 * worker that finds the same order meanwhile skips it, and no row is written to say so.
 */
final class DialClaim {
  private static final String ACCEPTED =
      """
      SELECT o.id, o.tenant_id, o.subject_reference
        FROM call_order o
       WHERE o.status = 'accepted'
       ORDER BY o.created_at
       LIMIT $1
      """;

  private static final String DUE =
      """
      SELECT due.id, t.id AS tenant_id, due.subject_reference
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT t.max_concurrent_calls - count(*) AS free
               FROM call_attempt a
              WHERE a.tenant_id = t.id
                AND a.status IN ('placing', 'placed', 'ringing', 'answered')) AS channels
       CROSS JOIN LATERAL (
             SELECT o.id, o.subject_reference
               FROM call_order o
              WHERE o.tenant_id = t.id
                AND o.status = 'scheduled'
                AND o.next_attempt_at <= clock_timestamp()
                                         + t.clock_offset_ms * interval '1 millisecond'
              ORDER BY o.next_attempt_at
              LIMIT LEAST(GREATEST(channels.free, 0), $1)) AS due
       WHERE NOT t.disabled
      """;

  private static final String NEXT_DUE =
      """
      SELECT min(extract(epoch FROM next.at - clock_timestamp()
                                    - t.clock_offset_ms * interval '1 millisecond'))::float8
        FROM tenant t
       CROSS JOIN LATERAL (
             SELECT o.next_attempt_at AS at
               FROM call_order o
              WHERE o.tenant_id = t.id
                AND o.status = 'scheduled'
                AND o.next_attempt_at > clock_timestamp()
                                        + t.clock_offset_ms * interval '1 millisecond'
              ORDER BY o.next_attempt_at
              LIMIT 1) AS next
       WHERE NOT t.disabled
      """;

  private static final double NANOS_PER_SECOND = 1e9;

  private record Candidate(UUID orderId, String lock) {}

  /** Orders that nobody has planned yet, oldest first. */
  Future<List<UUID>> accepted(SqlConnection connection, int most) {
    return claim(connection, ACCEPTED, most);
  }

  /** Orders whose instant has come, of tenants that have a channel free; at most so many each. */
  Future<List<UUID>> due(SqlConnection connection, int mostPerTenant) {
    return claim(connection, DUE, mostPerTenant);
  }

  /** How long it is until the next order falls due; empty when none is planned. */
  Future<Optional<Duration>> untilNextDue(SqlConnection connection) {
    return connection
        .preparedQuery(NEXT_DUE)
        .execute()
        .map(
            rows ->
                Optional.ofNullable(rows.iterator().next().getDouble(0))
                    .map(seconds -> Duration.ofNanos((long) (seconds * NANOS_PER_SECOND))));
  }

  private Future<List<UUID>> claim(SqlConnection connection, String statement, int most) {
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of(most))
        .map(DialClaim::candidates)
        .compose(
            candidates -> lock(connection, candidates).map(locked -> orders(candidates, locked)));
  }

  private static Future<Set<String>> lock(SqlConnection connection, List<Candidate> candidates) {
    if (candidates.isEmpty()) {
      return Future.succeededFuture(Set.of());
    }
    return Locks.tryTake(connection, candidates.stream().map(Candidate::lock).distinct().toList());
  }

  private static List<UUID> orders(Collection<Candidate> candidates, Set<String> locked) {
    return candidates.stream()
        .filter(candidate -> locked.contains(candidate.lock()))
        .map(Candidate::orderId)
        .toList();
  }

  private static List<Candidate> candidates(RowSet<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new Candidate(
                    row.getUUID("id"),
                    Locks.person(row.getUUID("tenant_id"), row.getString("subject_reference"))))
        .toList();
  }
}
