package eu.callorders.server.audit;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.id.UuidV7;
import eu.callorders.server.database.Locks;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.http.ApiRequest;
import eu.callorders.server.list.Cursors.Position;
import eu.callorders.server.list.ListRows;
import eu.callorders.server.list.ListStatement;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** The hash-chained audit log, whose entries are written in their action's transaction. */
public final class AuditLog {
  private static final Set<String> CHAIN = Set.of(Locks.auditLog());
  private static final int BATCH = 1_000;

  private static final String HEAD = "SELECT entries, hash FROM audit_head";

  private static final String APPEND =
      """
      WITH grown AS (
        UPDATE audit_head SET entries = $1, hash = $9 WHERE entries = $1 - 1 RETURNING entries)
      INSERT INTO audit_entry
        (position, id, at, actor, action, tenant_id, target, previous_hash, hash, details)
      SELECT entries, $2, $3, $4, $5, $6, $7, $8, $9, $10 FROM grown
      """;

  private static final String LIST =
      ListStatement.ordered(
          "position, id, at, actor, action, tenant_id, target, details, previous_hash, hash",
          "audit_entry",
          "position < $1",
          """
          ($3::uuid IS NULL OR tenant_id = $3)
            AND ($4::text IS NULL OR action = $4)
            AND ($5::timestamptz IS NULL OR at >= $5)
            AND ($6::timestamptz IS NULL OR at < $6)\
          """,
          "position DESC",
          "$2");

  private static final String WALK =
      """
      SELECT position, id, at, actor, action, tenant_id, target, details, previous_hash, hash
        FROM audit_entry
       WHERE position > $1 AND position <= $2
       ORDER BY position
       LIMIT $3
      """;

  private final InstantSource realTime;
  private final RandomGenerator random;

  public AuditLog(InstantSource realTime, RandomGenerator random) {
    this.realTime = realTime;
    this.random = random;
  }

  private record Head(long entries, String hash) {}

  /** Appends an event. Call it last in a transaction: its lock blocks all other writers. */
  public Future<Void> append(SqlConnection connection, AuditEvent event) {
    return Locks.acquire(connection, CHAIN)
        .compose(locked -> head(connection)) // must be a statement after the lock
        .compose(head -> insert(connection, next(event, head)));
  }

  private AuditEntry next(AuditEvent event, Head head) {
    Instant now = realTime.instant().truncatedTo(ChronoUnit.MILLIS);
    return AuditEntry.of(event, head.entries() + 1, UuidV7.at(now, random), now, head.hash());
  }

  private static Future<Head> head(SqlConnection connection) {
    return connection
        .query(HEAD)
        .execute()
        .map(rows -> rows.iterator().next())
        .map(row -> new Head(row.getLong("entries"), hash(row, "hash")));
  }

  private static Future<Void> insert(SqlConnection connection, AuditEntry entry) {
    return Statements.updateOne(
        connection,
        APPEND,
        Tuple.tuple()
            .addLong(entry.place())
            .addUUID(entry.id())
            .addOffsetDateTime(RowMapper.time(entry.at()))
            .addString(entry.actor())
            .addString(entry.action())
            .addUUID(entry.tenantId())
            .addString(entry.target())
            .addBuffer(bytes(entry.previousHash()))
            .addBuffer(bytes(entry.hash()))
            .addString(entry.details()));
  }

  /**
   * Null members match everything.
   *
   * @param createdAfter inclusive
   * @param createdBefore exclusive
   */
  public record Filter(
      @Nullable UUID tenantId,
      @Nullable String action,
      @Nullable Instant createdAfter,
      @Nullable Instant createdBefore) {

    /** The filter of a request; empty when a malformed identifier matches nothing. */
    public static Optional<Filter> of(ApiRequest request) {
      if (request.hasMalformedId(IdKind.TENANT, "tenant_id")) {
        return Optional.empty();
      }
      return Optional.of(
          new Filter(
              request.queryId(IdKind.TENANT, "tenant_id").orElse(null),
              request.query().get("action"),
              request.queryInstant("created_after").orElse(null),
              request.queryInstant("created_before").orElse(null)));
    }
  }

  /** The next entries after a position, newest first; null starts at the newest. */
  public Future<ListRows<AuditEntry>> list(
      SqlConnection connection, Filter filter, @Nullable Position after, int limit) {
    return connection
        .preparedQuery(LIST)
        .execute(
            Tuple.of(
                after == null ? Long.MAX_VALUE : after.id().getLeastSignificantBits(),
                limit,
                filter.tenantId(),
                filter.action(),
                RowMapper.time(filter.createdAfter()),
                RowMapper.time(filter.createdBefore())))
        .map(
            rows ->
                ListStatement.read(
                    rows, AuditLog::entry, row -> position(row.getLong("position"))));
  }

  /** The entry's position in the list: only its place, since clocks may be set back. */
  private static Position position(long place) {
    return new Position(Instant.EPOCH, new UUID(0, place));
  }

  /** Verifies the whole chain up to its present end. */
  public Future<AuditVerdict> verify(SqlConnection connection) {
    return head(connection)
        .compose(
            head ->
                verify(
                    connection, new AuditVerdict.ChainVerification(head.entries(), head.hash())));
  }

  private static Future<AuditVerdict> verify(
      SqlConnection connection, AuditVerdict.ChainVerification verification) {
    return connection
        .preparedQuery(WALK)
        .execute(Tuple.of(verification.reached(), verification.entries(), BATCH))
        .map(RowMapper.toList(AuditLog::entry))
        .compose(
            batch -> {
              AuditVerdict result = verification.add(batch);
              return result == null
                  ? verify(connection, verification)
                  : Future.succeededFuture(result);
            });
  }

  private static AuditEntry entry(Row row) {
    return new AuditEntry(
        row.getLong("position"),
        row.getUUID("id"),
        RowMapper.instant(row, "at"),
        row.getString("actor"),
        row.getString("action"),
        row.getUUID("tenant_id"),
        row.getString("target"),
        row.getString("details"),
        hash(row, "previous_hash"),
        hash(row, "hash"));
  }

  private static String hash(Row row, String column) {
    return HexFormat.of().formatHex(row.getBuffer(column).getBytes());
  }

  private static Buffer bytes(String hash) {
    return Buffer.buffer(HexFormat.of().parseHex(hash));
  }
}
