package eu.callorders.server.recovery;

import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Stores eras, and reads the server instance of a connection. */
final class EraStore {
  /** How long a node counts as alive after its last heartbeat: three intervals. */
  static final Duration NODE_LEASE = Duration.ofSeconds(15);

  private static final String ALL =
      """
      SELECT e.number, e.id, e.begun_at, e.known_until, coalesce(c.why, e.why) AS why
        FROM era e
        LEFT JOIN era_contradiction c ON c.era = e.number
       ORDER BY e.number
       LIMIT 32768
      """;

  /** Insert position of the timeline, flush position of the log: a crash does not undo those. */
  private static final String OBSERVE =
      """
      SELECT e.number, e.id,
             coalesce((SELECT c.why FROM era_contradiction c WHERE c.era = e.number), e.why) AS why,
             e.started = pg_postmaster_start_time()
               AND e.db = d.oid::bigint
               AND e.file = pg_relation_filenode('era') AS current,
             d.oid::bigint AS db, pg_relation_filenode('era')::bigint AS file,
             c.system_identifier AS sysid,
             CASE WHEN NOT pg_is_in_recovery() THEN
               ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
             END AS timeline,
             CASE WHEN NOT pg_is_in_recovery() THEN
               (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint
             END AS lsn
        FROM (SELECT number, id, why, started, db, file FROM era ORDER BY number DESC LIMIT 1) AS e,
             pg_control_system() AS c,
             pg_database AS d
       WHERE d.datname = current_database()
      """;

  /** Per tenant along the primary key, as event ids ascend with time. */
  private static final String KNOWN_UNTIL =
      """
      SELECT GREATEST(
               (SELECT max(last_seen_at) FROM node),
               (SELECT max(newest.recorded_at)
                  FROM tenant t
                 CROSS JOIN LATERAL (
                       SELECT e.recorded_at
                         FROM event e
                        WHERE e.tenant_id = t.id
                        ORDER BY e.id DESC
                        LIMIT 1) AS newest)) AS known_until
      """;

  private static final String OTHER_NODES =
      "SELECT EXISTS (SELECT FROM node WHERE id <> $1 AND last_seen_at > $2) AS alive";

  private static final String ANY_TENANT = "SELECT EXISTS (SELECT FROM tenant) AS there";

  private static final String HAS_ATTEMPT =
      """
      SELECT $1::uuid IS NULL OR EXISTS (SELECT FROM call_attempt WHERE id = $1) AS there
      """;

  /** A node without a row records the settled era with its first heartbeat. */
  private static final String SETTLED =
      "UPDATE node SET settled_era = (SELECT max(number) FROM era) WHERE id = $1";

  private static final String CONTRADICT =
      """
      INSERT INTO era_contradiction (era, node, found_at, why)
      VALUES ($1, $2, $3, $4)
      ON CONFLICT (era) DO NOTHING
      """;

  /** From the halt in force on, else of the newest era. */
  private static final String CONTRADICTIONS =
      """
      SELECT c.era, c.node, c.found_at, c.why
        FROM era_contradiction c
       WHERE c.era >= coalesce((SELECT min(h.era)
                                  FROM dial_halt h
                                 WHERE h.kind = 'recovery' AND h.lifted_at IS NULL),
                               (SELECT max(e.number) FROM era e))
       ORDER BY c.era DESC
       LIMIT 20
      """;

  private static final String INSERT =
      """
      INSERT INTO era
        (number, id, started, db, file, sysid, timeline, begun_at, known_until, why)
      VALUES ($1, $2, pg_postmaster_start_time(), $3, $4, $5, $6, $7, $8, $9)
      """;

  private EraStore() {}

  /** All eras, oldest first. */
  static Future<List<Era>> all(SqlConnection connection) {
    return connection.query(ALL).execute().map(RowMapper.toList(EraStore::era));
  }

  /** The connected server, compared with that of the newest era. */
  static Future<ServerInstance> observe(SqlClient connection) {
    return connection.query(OBSERVE).execute().map(rows -> instance(rows.iterator().next()));
  }

  /** Last activity that the database contains. */
  static Future<@Nullable Instant> knownUntil(SqlConnection connection) {
    return connection
        .query(KNOWN_UNTIL)
        .execute()
        .map(rows -> RowMapper.instantOrNull(rows.iterator().next(), "known_until"));
  }

  /** Whether another node had a heartbeat after that instant. */
  static Future<Boolean> hasOtherNodes(SqlConnection connection, UUID node, Instant instant) {
    return connection
        .preparedQuery(OTHER_NODES)
        .execute(Tuple.of(node, RowMapper.time(instant)))
        .map(rows -> rows.iterator().next().getBoolean("alive"));
  }

  /** Whether that attempt is stored; true for null. */
  static Future<Boolean> hasAttempt(SqlConnection connection, @Nullable UUID attempt) {
    return Statements.one(
        connection, HAS_ATTEMPT, Tuple.of(attempt), row -> row.getBoolean("there"));
  }

  static Future<Boolean> hasTenants(SqlConnection connection) {
    return connection
        .query(ANY_TENANT)
        .execute()
        .map(rows -> rows.iterator().next().getBoolean("there"));
  }

  static Future<Void> insert(SqlConnection connection, Era era, ServerInstance instance) {
    return Statements.updateOne(
        connection,
        INSERT,
        Tuple.of(
                (short) era.number(),
                era.id(),
                instance.db(),
                instance.file(),
                instance.sysid(),
                instance.timeline())
            .addValue(RowMapper.time(era.begunAt()))
            .addValue(RowMapper.time(era.knownUntil()))
            .addValue(era.why()));
  }

  /** Records that a node has settled the newest era. */
  static Future<Void> recordSettled(SqlConnection connection, UUID node) {
    return connection.preparedQuery(SETTLED).execute(Tuple.of(node)).mapEmpty();
  }

  /** Stores a node's contradiction of a plain restart; the first one of an era stays. */
  static Future<Void> insertContradiction(
      SqlConnection connection, int era, UUID node, Instant foundAt, String why) {
    return Statements.execute(
        connection, CONTRADICT, Tuple.of((short) era, node, RowMapper.time(foundAt), why));
  }

  /** Evidence of nodes against the restarts of the recovery halt in force, newest era first. */
  static Future<List<EraContradiction>> contradictions(SqlConnection connection) {
    return connection
        .query(CONTRADICTIONS)
        .execute()
        .map(
            RowMapper.toList(
                row ->
                    new EraContradiction(
                        row.getInteger("era"),
                        row.getUUID("node"),
                        RowMapper.instant(row, "found_at"),
                        row.getString("why"))));
  }

  static Era era(Row row) {
    return new Era(
        row.getInteger("number"),
        row.getUUID("id"),
        RowMapper.instant(row, "begun_at"),
        RowMapper.instantOrNull(row, "known_until"),
        row.getString("why"));
  }

  private static ServerInstance instance(Row row) {
    return new ServerInstance(
        row.getInteger("number"),
        row.getUUID("id"),
        row.getString("why"),
        row.getBoolean("current"),
        row.getLong("db"),
        row.getLong("file"),
        row.getLong("sysid"),
        row.getInteger("timeline"),
        row.getLong("lsn"));
  }
}
