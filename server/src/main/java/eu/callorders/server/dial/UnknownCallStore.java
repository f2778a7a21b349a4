package eu.callorders.server.dial;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.core.telephony.ObjectionCheck;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SQL of unknown calls, which stay here until their attempts exist. */
public final class UnknownCallStore {
  private static final short OBJECTION = 0;
  private static final short OTHER = 1;

  /**
   * Skips attempts of erased subjects. An attempt recorded while the caller waits for locks gets a
   * row: its events are replayed.
   */
  private static final String INSERT_CALLS =
      """
      INSERT INTO unknown_call AS c (attempt_id, priority, order_id)
      SELECT n.attempt_id, min(n.priority), max(n.order_id)::uuid
        FROM unnest($1::uuid[], $2::smallint[], $3::text[]) AS n (attempt_id, priority, order_id)
       WHERE NOT EXISTS (SELECT FROM call_attempt a
                          WHERE a.id = n.attempt_id AND a.subject_reference = '')
       GROUP BY n.attempt_id
       ORDER BY n.attempt_id
      ON CONFLICT (attempt_id) DO UPDATE
         SET priority = LEAST(c.priority, excluded.priority), next_run_at = now(),
             order_id = coalesce(c.order_id, excluded.order_id)
      """;

  /** A lease, so that calls not processed before an outage become due again. */
  private static final String CLAIM =
      """
      UPDATE unknown_call c
         SET next_run_at = now() + interval '30 seconds'
       WHERE c.attempt_id IN (
             SELECT attempt_id
               FROM unknown_call
              WHERE priority IN (0, 1) AND next_run_at <= now()
              ORDER BY priority, next_run_at
              LIMIT $1
                FOR UPDATE SKIP LOCKED)
      RETURNING c.attempt_id, c.objection_recorded, c.failures > 0 AS failed,
                EXISTS (SELECT FROM call_attempt a WHERE a.id = c.attempt_id) AS known
      """;

  /** Later events of these calls wait for the transaction, and are then stored as usual. */
  private static final String LOCK =
      """
      SELECT attempt_id
        FROM unknown_call
       WHERE attempt_id = ANY ($1)
       ORDER BY attempt_id
         FOR UPDATE
      """;

  private static final String STORED = "SELECT id FROM call_attempt WHERE id = ANY ($1)";

  private static final String SUBJECTS_OF_PHONE =
      """
      SELECT DISTINCT o.subject_reference
        FROM call_order_phone p
        JOIN call_order o ON o.id = p.order_id
       WHERE p.tenant_id = $1 AND p.phone = $2
       ORDER BY o.subject_reference
       LIMIT 100
      """;

  /** Backoff from 5 seconds to 85 minutes; new events of the call reset it. */
  private static final String POSTPONE =
      """
      UPDATE unknown_call
         SET tries = tries + 1, listed = listed OR $2,
             next_run_at = CASE WHEN next_run_at <= now() THEN next_run_at
                           ELSE now() + interval '5 seconds' * (1 << LEAST(tries, 10)) END
       WHERE attempt_id = $1
      """;

  private static final String COUNT_FAILURE =
      """
      UPDATE unknown_call
         SET failures = failures + 1,
             next_run_at = now() + interval '5 seconds'
               * CASE WHEN parked THEN 1 << LEAST(failures, 10) ELSE 1 END
       WHERE attempt_id = $1
      RETURNING failures, parked
      """;

  private static final String PARK =
      "UPDATE unknown_call SET listed = true, parked = true WHERE attempt_id = $1";

  private static final String RETRY_SOON =
      """
      UPDATE unknown_call SET next_run_at = now() + interval '1 second' WHERE attempt_id = ANY ($1)
      """;

  private static final String OBJECTION_RECORDED =
      "UPDATE unknown_call SET objection_recorded = true WHERE attempt_id = $1";

  private static final String DELETE_OF_ORDERS =
      """
      DELETE FROM unknown_call
       WHERE order_id = ANY ($1) AND (priority = 1 OR objection_recorded)
      """;

  /**
   * Expedites objections without a do-not-call entry: the entry is created first, then the call is
   * deleted.
   */
  private static final String EXPEDITE_OBJECTIONS =
      """
      UPDATE unknown_call
         SET next_run_at = now()
       WHERE order_id = ANY ($1) AND priority = 0 AND NOT objection_recorded
      """;

  private static final String DELETE = "DELETE FROM unknown_call WHERE attempt_id = ANY ($1)";

  /** The retention of gateways; see their contract. */
  private static final String EXPIRE =
      """
      DELETE FROM unknown_call
       WHERE attempt_id IN (
             SELECT attempt_id
               FROM unknown_call
              WHERE first_seen_at < now() - interval '35 days' AND NOT clock_has_jumped(now())
              ORDER BY first_seen_at
              LIMIT $1)
      """;

  private UnknownCallStore() {}

  /**
   * A call to process.
   *
   * @param known whether its attempt exists
   * @param objectionRecorded whether its objection was entered as a suppression, possibly deleted
   * @param failed whether recording it has failed before
   */
  record UnknownCall(UUID attemptId, boolean known, boolean objectionRecorded, boolean failed) {}

  /** The failures of a call; recovery no longer waits for a parked one. */
  record FailureCount(int count, boolean parked) {}

  /** Stores events of unknown calls; returns the number of calls. */
  static Future<Integer> insert(SqlConnection connection, List<GatewayEvent> events) {
    return BatchStatement.of(INSERT_CALLS, events)
        .uuids(event -> event.header().attemptId())
        .shorts(event -> ObjectionCheck.isObjection(event) ? OBJECTION : OTHER)
        .strings(UnknownCallStore::orderId)
        .execute(connection)
        .compose(
            calls ->
                calls.rowCount() == 0
                    ? Future.succeededFuture(0)
                    : UnknownCallEventStore.insert(connection, events).map(calls.rowCount()));
  }

  private static @Nullable String orderId(GatewayEvent event) {
    return event instanceof GatewayEvent.Accepted(_, Facts facts) && facts != null
        ? facts.orderId().toString()
        : null;
  }

  /** Claims due calls, those with an objection first. */
  static Future<List<UnknownCall>> claim(SqlConnection connection, int limit) {
    return Statements.list(
        connection,
        CLAIM,
        Tuple.of(limit),
        row ->
            new UnknownCall(
                row.getUUID("attempt_id"),
                row.getBoolean("known"),
                row.getBoolean("objection_recorded"),
                row.getBoolean("failed")));
  }

  /** Locks the calls until the transaction ends; returns those that exist. */
  static Future<Set<UUID>> lock(SqlConnection connection, Collection<UUID> attemptIds) {
    return ids(connection, LOCK, attemptIds);
  }

  static Future<Set<UUID>> withAttempt(SqlConnection connection, Collection<UUID> attemptIds) {
    return ids(connection, STORED, attemptIds);
  }

  private static Future<Set<UUID>> ids(
      SqlConnection connection, String statement, Collection<UUID> attemptIds) {
    return connection
        .preparedQuery(statement)
        .execute(Tuple.of((Object) attemptIds.toArray(UUID[]::new)))
        .map(rows -> rows.stream().map(row -> row.getUUID(0)).collect(Collectors.toSet()));
  }

  static Future<Void> objectionRecorded(SqlConnection connection, UUID attemptId) {
    return connection.preparedQuery(OBJECTION_RECORDED).execute(Tuple.of(attemptId)).mapEmpty();
  }

  static Future<List<String>> subjectsOfPhone(
      SqlConnection connection, UUID tenantId, PhoneNumber phone) {
    return Statements.list(
        connection, SUBJECTS_OF_PHONE, Tuple.of(tenantId, phone.e164()), row -> row.getString(0));
  }

  static Future<Void> list(SqlConnection connection, UUID attemptId) {
    return connection.preparedQuery(POSTPONE).execute(Tuple.of(attemptId, true)).mapEmpty();
  }

  static Future<Void> postpone(SqlConnection connection, UUID attemptId) {
    return connection.preparedQuery(POSTPONE).execute(Tuple.of(attemptId, false)).mapEmpty();
  }

  /** Counts a failure to record the call; zeros when the call is deleted. */
  static Future<FailureCount> countFailure(SqlConnection connection, UUID attemptId) {
    return connection
        .preparedQuery(COUNT_FAILURE)
        .execute(Tuple.of(attemptId))
        .map(
            rows ->
                rows.stream()
                    .map(
                        row ->
                            new FailureCount(row.getInteger("failures"), row.getBoolean("parked")))
                    .findFirst()
                    .orElse(new FailureCount(0, false)));
  }

  /** Marks a call that recovery no longer waits for. */
  static Future<Void> park(SqlConnection connection, UUID attemptId) {
    return connection.preparedQuery(PARK).execute(Tuple.of(attemptId)).mapEmpty();
  }

  /** Retries in a second, after other attempts have ended. */
  static Future<Void> retrySoon(SqlConnection connection, Collection<UUID> attemptIds) {
    return Statements.execute(
        connection, RETRY_SOON, Tuple.of((Object) attemptIds.toArray(UUID[]::new)));
  }

  static Future<Void> delete(SqlConnection connection, Collection<UUID> attemptIds) {
    return Statements.execute(
        connection, DELETE, Tuple.of((Object) attemptIds.toArray(UUID[]::new)));
  }

  /** Deletes calls past the retention; returns their number. */
  static Future<Integer> expire(SqlConnection connection, int limit) {
    return connection.preparedQuery(EXPIRE).execute(Tuple.of(limit)).map(rows -> rows.rowCount());
  }

  /** Deletes the calls of redacted orders; those with an objection once it is recorded. */
  public static Future<?> deleteOfOrders(SqlConnection connection, Collection<UUID> orderIds) {
    Tuple ids = Tuple.of((Object) orderIds.toArray(UUID[]::new));
    return Future.join(
        connection.preparedQuery(DELETE_OF_ORDERS).execute(ids),
        connection.preparedQuery(EXPEDITE_OBJECTIONS).execute(ids));
  }
}
