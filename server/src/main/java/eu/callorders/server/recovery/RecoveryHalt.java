package eu.callorders.server.recovery;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.logging.LogField;
import eu.callorders.server.logging.LogLine;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Halts dialing after the database may have been restored from an older state. Stored as a row of
 * {@code dial_halt} that {@code resume} does not lift and that dials treat like other halts.
 */
public final class RecoveryHalt {
  private static final Logger LOG = LoggerFactory.getLogger(RecoveryHalt.class);

  /** Condition for claims of work with outside effects, which must not start during a recovery. */
  public static final String NOT_IN_FORCE =
      """
      NOT EXISTS (SELECT FROM dial_halt r
                   WHERE r.kind = 'recovery' AND r.lifted_at IS NULL AND NOT r.witnessed)
      """;

  private static final String REASON =
      "The database may be an older copy, and calls may be missing in it.";

  private static final String STATE =
      """
      SELECT e.number, e.id, e.begun_at, e.known_until, coalesce(c.why, e.why) AS why,
             h.id IS NOT NULL AS halted,
             coalesce(b.begun_at, e.begun_at) AS halted_at,
             coalesce(bc.why, b.why, c.why, e.why) AS halted_why,
             LEAST(e.known_until,
                   (SELECT min(s.known_until) FROM era s WHERE s.number >= h.era)) AS halted_from,
             coalesce(h.witnessed, false) AS witnessed,
             coalesce(h.recorded_calls, 0) AS recorded_calls,
             coalesce(h.gone_order_calls, 0) AS gone_order_calls,
             coalesce(h.objections, 0) AS objections,
             (SELECT count(*) FROM unknown_call WHERE NOT listed) AS open_calls
        FROM era e
        LEFT JOIN era_contradiction c ON c.era = e.number
        LEFT JOIN dial_halt h ON h.kind = 'recovery' AND h.lifted_at IS NULL
        LEFT JOIN era b ON b.number = h.era
        LEFT JOIN era_contradiction bc ON bc.era = h.era
       ORDER BY e.number DESC
       LIMIT 1
      """;

  /** A halt in force continues with its original era. */
  private static final String BEGIN =
      """
      INSERT INTO dial_halt (id, kind, era, reason, halted_at, witnessed)
      VALUES ($1, 'recovery', $2, $3, $4, $5)
      ON CONFLICT (kind, coalesce(tenant_id::text, ''), coalesce(country, ''),
                   coalesce(order_type, ''))
        WHERE lifted_at IS NULL
      DO UPDATE SET witnessed = dial_halt.witnessed AND excluded.witnessed
      """;

  /** Serializes what several nodes record about an era. */
  private static final String LOCK =
      "SELECT FROM dial_halt WHERE kind = 'recovery' AND lifted_at IS NULL LIMIT 1 FOR UPDATE";

  private static final String WITNESS =
      """
      UPDATE dial_halt
         SET witnessed = true
       WHERE kind = 'recovery'
         AND lifted_at IS NULL
         AND era = $1
         AND NOT EXISTS (SELECT FROM era_contradiction c WHERE c.era = $1)
      """;

  private static final String DOUBT =
      "UPDATE dial_halt SET witnessed = false WHERE kind = 'recovery' AND lifted_at IS NULL";

  private static final String CONTRADICTION =
      "a node has seen a later state of the database, or another server";

  private static final String OTHER_LOG =
      "the gateway's log is another one than the database has read";

  private static final String COUNT =
      """
      UPDATE dial_halt
         SET recorded_calls = recorded_calls + $1, gone_order_calls = gone_order_calls + $2,
             objections = objections + $3
       WHERE kind = 'recovery' AND lifted_at IS NULL
      """;

  private static final String LIFT =
      """
      UPDATE dial_halt
         SET lifted_at = clock_timestamp(), lifted_why = left($2, 500)
       WHERE kind = 'recovery'
         AND lifted_at IS NULL
         AND $1 = (SELECT max(number) FROM era)
      """;

  /** Heartbeats stop while the server is down, so each node's lease restarts with the era. */
  private static final String LIFT_WITNESSED =
      """
      UPDATE dial_halt
         SET lifted_at = clock_timestamp(), lifted_why = left($2, 500)
       WHERE kind = 'recovery'
         AND lifted_at IS NULL
         AND witnessed
         AND $1 = (SELECT max(number) FROM era)
         AND NOT EXISTS (
               SELECT FROM node n, era e
                WHERE e.number = $1
                  AND n.settled_era < e.number
                  AND greatest(n.last_seen_at, e.begun_at) > $3)
      """;

  private static final String LIFT_OF_ERA =
      """
      UPDATE dial_halt
         SET lifted_at = clock_timestamp(), lifted_why = $2
       WHERE kind = 'recovery' AND lifted_at IS NULL AND era = $1
      """;

  private RecoveryHalt() {}

  /**
   * State of the halt.
   *
   * @param newest era of the server
   * @param halted whether a recovery halt is in force
   * @param begunAt begin of the era with which the halt began; without a halt, of the newest one
   * @param why reason of the start of that era
   * @param witnessed whether it follows plain restarts only, each seen by a node and not
   *     contradicted
   * @param knownUntil last activity before the halt, even across later eras; null when there was
   *     none
   * @param progress findings so far
   */
  public record State(
      Era newest,
      boolean halted,
      Instant begunAt,
      String why,
      boolean witnessed,
      @Nullable Instant knownUntil,
      Progress progress) {}

  /**
   * Findings in the gateway's log during the halt.
   *
   * @param recorded lost calls that were recorded again
   * @param ofGoneOrders those whose orders are gone
   * @param objections in such calls
   * @param open calls not recorded yet
   */
  public record Progress(int recorded, int ofGoneOrders, int objections, long open) {

    /** For the audit log. */
    public String text() {
      return "%d calls recorded, %d of gone orders, %d objections"
          .formatted(recorded, ofGoneOrders, objections);
    }
  }

  public static Future<State> state(SqlConnection connection) {
    return connection
        .query(STATE)
        .execute()
        .map(
            rows -> {
              Row row = rows.iterator().next();
              return new State(
                  EraStore.era(row),
                  row.getBoolean("halted"),
                  RowMapper.instant(row, "halted_at"),
                  row.getString("halted_why"),
                  row.getBoolean("witnessed"),
                  RowMapper.instantOrNull(row, "halted_from"),
                  progress(row));
            });
  }

  private static Progress progress(Row row) {
    return new Progress(
        row.getInteger("recorded_calls"),
        row.getInteger("gone_order_calls"),
        row.getInteger("objections"),
        row.getLong("open_calls"));
  }

  /**
   * Counts lost calls that the caller's transaction has recorded; no effect without a halt.
   *
   * @param ofGoneOrders those whose orders are gone
   */
  public static Future<Void> countCalls(SqlConnection connection, int recorded, int ofGoneOrders) {
    return count(connection, recorded, ofGoneOrders, 0);
  }

  /** Counts an objection in a lost call. */
  public static Future<Void> countObjection(SqlConnection connection) {
    return count(connection, 0, 0, 1);
  }

  private static Future<Void> count(
      SqlConnection connection, int recorded, int ofGoneOrders, int objections) {
    return Statements.execute(connection, COUNT, Tuple.of(recorded, ofGoneOrders, objections));
  }

  /**
   * Lifts the halt. The reader of the gateway's log calls it when no call is missing, in the
   * transaction that moves its cursor; an operator may lift it at any time.
   *
   * @param era must still be the newest
   * @param summary findings, not empty; also for the log
   * @return false when a newer era has begun, or no halt is in force
   */
  public static Future<Boolean> lift(SqlConnection connection, int era, String summary) {
    return connection
        .preparedQuery(LIFT)
        .execute(Tuple.of((short) era, summary))
        .map(result -> isLifted(result, era, summary));
  }

  /**
   * Lifts the halt of witnessed restarts once every live node has settled the era.
   *
   * @param era must still be the newest
   * @param summary reason
   * @param now real time
   * @return false when it must wait, or no such halt is in force
   */
  public static Future<Boolean> liftWitnessed(
      SqlConnection connection, int era, String summary, Instant now) {
    return connection
        .preparedQuery(LIFT_WITNESSED)
        .execute(Tuple.of((short) era, summary, RowMapper.time(now.minus(EraStore.NODE_LEASE))))
        .map(result -> isLifted(result, era, summary));
  }

  private static boolean isLifted(RowSet<Row> result, int era, String summary) {
    boolean lifted = result.rowCount() > 0;
    if (lifted) {
      LogLine.info(LOG)
          .with(LogField.ERA, era)
          .with(LogField.REASON, summary)
          .log("recovery halt lifted");
    }
    return lifted;
  }

  static Future<Void> begin(SqlConnection connection, Era era) {
    return Statements.execute(
        connection,
        BEGIN,
        Tuple.of(era.id(), (short) era.number(), REASON, RowMapper.time(era.begunAt()))
            .addBoolean(era.isWitnessed()));
  }

  /** Records that a node saw the restart that began the era. */
  static Future<Void> witness(SqlConnection connection, int era) {
    return connection
        .query(LOCK)
        .execute()
        .compose(locked -> Statements.execute(connection, WITNESS, Tuple.of((short) era)));
  }

  /** Records that a node has seen a later state than the era began with, or another server. */
  static Future<Void> contradict(SqlConnection connection, int era, UUID node, Instant foundAt) {
    return contradict(connection, era, node, foundAt, CONTRADICTION);
  }

  /** Records that the gateway's log is not the one that the database has read. */
  public static Future<Void> contradictLog(
      SqlConnection connection, int era, UUID node, Instant foundAt) {
    return contradict(connection, era, node, foundAt, OTHER_LOG);
  }

  private static Future<Void> contradict(
      SqlConnection connection, int era, UUID node, Instant foundAt, String why) {
    return connection
        .query(LOCK)
        .execute()
        .compose(locked -> EraStore.insertContradiction(connection, era, node, foundAt, why))
        .compose(stored -> connection.query(DOUBT).execute().mapEmpty());
  }

  /** Lifts the halt only if it began with that era, not a halt from an older era. */
  static Future<Boolean> liftOfEra(SqlConnection connection, int era, String why) {
    return Statements.update(connection, LIFT_OF_ERA, Tuple.of((short) era, why))
        .map(count -> count > 0);
  }
}
