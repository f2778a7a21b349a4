package eu.callorders.server.call;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.UUID;

/**
 * Hashed contacts of erased subjects. {@link SubjectHistoryStore} counts them, so that an erasure
 * resets no gap and no limit.
 */
public final class ErasedContactStore {
  /** Longer than every gap and limit: the longest is seven days. */
  private static final Duration RETENTION = Duration.ofDays(8);

  // The comparison as text leaves the planner only the index by identifier.

  private static final String RECENT =
      """
      SELECT subject_reference, phone, claim_key, ended_at, contact_day, cause,
             disposition = 'answered' AS answered
        FROM call_attempt
       WHERE tenant_id::text = $1::uuid::text AND {id} = ANY ($2)
         AND status IN ('ended', 'closed') AND ended_at > $3 AND subject_reference <> ''
      """;

  private static final String RECENT_OF_ORDERS = RECENT.replace("{id}", "order_id");

  private static final String RECENT_ATTEMPTS = RECENT.replace("{id}", "id");

  private static final String INSERT =
      """
      INSERT INTO erased_contact
        (tenant_id, reference_hash, phone_hash, claim_hash, ended_at, contact_day, cause, answered,
         expires_at)
      SELECT *
        FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::timestamptz[], $6::date[],
                    $7::text[], $8::boolean[], $9::timestamptz[])
      """;

  private static final String PURGE =
      """
      DELETE FROM erased_contact
       WHERE id IN (SELECT id
                      FROM erased_contact
                     WHERE expires_at <= $1
                     ORDER BY expires_at
                     LIMIT $2)
      """;

  private final ContactHasher hasher;

  public ErasedContactStore(ContactHasher hasher) {
    this.hasher = hasher;
  }

  /** The tenant's time and the real time of an erasure. */
  public record Times(Instant now, Instant realNow) {
    private Instant expiry(Row attempt) {
      Duration left = Duration.between(now, RowMapper.instant(attempt, "ended_at").plus(RETENTION));
      return realNow.plus(left);
    }
  }

  /** Stores the recent contacts of orders before their redaction; under the subjects' locks. */
  public Future<Void> storeOfOrders(
      SqlConnection connection, UUID tenantId, Collection<UUID> orderIds, Times times) {
    return store(connection, RECENT_OF_ORDERS, tenantId, orderIds, times);
  }

  /** The same for attempts. */
  public Future<Void> storeAttempts(
      SqlConnection connection, UUID tenantId, Collection<UUID> attemptIds, Times times) {
    return store(connection, RECENT_ATTEMPTS, tenantId, attemptIds, times);
  }

  /** Deletes expired contacts; returns their number. */
  public static Future<Integer> deleteExpired(
      SqlConnection connection, Instant realNow, int limit) {
    return Statements.update(connection, PURGE, Tuple.of(RowMapper.time(realNow), limit));
  }

  private Future<Void> store(
      SqlConnection connection,
      String statement,
      UUID tenantId,
      Collection<UUID> ids,
      Times times) {
    return connection
        .preparedQuery(statement)
        .execute(
            Tuple.of(
                tenantId, ids.toArray(UUID[]::new), RowMapper.time(times.now().minus(RETENTION))))
        .compose(rows -> insert(connection, tenantId, rows.stream().toList(), times));
  }

  private Future<Void> insert(
      SqlConnection connection, UUID tenantId, List<Row> attempts, Times times) {
    return BatchStatement.of(INSERT, attempts)
        .uuids(row -> tenantId)
        .uuids(row -> referenceHash(tenantId, row))
        .uuids(row -> phoneHash(tenantId, row))
        .uuids(row -> claimHash(tenantId, row))
        .times(row -> RowMapper.instant(row, "ended_at"))
        .dates(row -> row.getLocalDate("contact_day"))
        .strings(row -> row.getString("cause"))
        .booleans(row -> row.getBoolean("answered"))
        .times(times::expiry)
        .update(connection);
  }

  private UUID referenceHash(UUID tenantId, Row row) {
    return hasher.hashReference(tenantId, row.getString("subject_reference")).getFirst();
  }

  private UUID phoneHash(UUID tenantId, Row row) {
    return hasher.hashPhone(tenantId, new PhoneNumber(row.getString("phone"))).getFirst();
  }

  private UUID claimHash(UUID tenantId, Row row) {
    return hasher.hashClaim(tenantId, row.getUUID("claim_key")).getFirst();
  }
}
