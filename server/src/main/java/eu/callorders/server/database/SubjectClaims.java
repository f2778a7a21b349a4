package eu.callorders.server.database;

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

/** Claims work by locking its subject for the transaction; other workers skip it. */
public final class SubjectClaims {
  private static final double NANOS_PER_SECOND = 1e9;

  private SubjectClaims() {}

  private record Candidate(UUID id, String lock) {}

  /**
   * Claims the rows of a query, except those whose subject is locked.
   *
   * @param statement returns {@code id}, {@code tenant_id} and {@code subject_reference}
   * @return the ids of the claimed rows, in the order of the query
   */
  public static Future<List<UUID>> claim(
      SqlConnection connection, String statement, Tuple arguments) {
    return connection
        .preparedQuery(statement)
        .execute(arguments)
        .map(SubjectClaims::candidates)
        .compose(candidates -> lock(connection, candidates).map(locked -> ids(candidates, locked)));
  }

  /**
   * Time until the next item can be claimed; empty when none is waiting.
   *
   * @param statement returns seconds, or null
   */
  public static Future<Optional<Duration>> untilNext(
      SqlConnection connection, String statement, Tuple arguments) {
    return connection
        .preparedQuery(statement)
        .execute(arguments)
        .map(
            rows ->
                Optional.ofNullable(rows.iterator().next().getDouble(0))
                    .map(seconds -> Duration.ofNanos((long) (seconds * NANOS_PER_SECOND))));
  }

  private static Future<Set<String>> lock(SqlConnection connection, List<Candidate> candidates) {
    return candidates.isEmpty()
        ? Future.succeededFuture(Set.of())
        : Locks.tryAcquire(
            connection, candidates.stream().map(Candidate::lock).distinct().toList());
  }

  private static List<UUID> ids(Collection<Candidate> candidates, Set<String> locked) {
    return candidates.stream()
        .filter(candidate -> locked.contains(candidate.lock()))
        .map(Candidate::id)
        .toList();
  }

  private static List<Candidate> candidates(RowSet<Row> rows) {
    return rows.stream()
        .map(
            row ->
                new Candidate(
                    row.getUUID("id"),
                    Locks.subject(row.getUUID("tenant_id"), row.getString("subject_reference"))))
        .toList();
  }
}
