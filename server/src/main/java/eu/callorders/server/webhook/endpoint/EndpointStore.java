package eu.callorders.server.webhook.endpoint;

import eu.callorders.core.webhook.EndpointHealth;
import eu.callorders.core.webhook.VerificationState;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.list.Cursors.Position;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Webhook endpoints that are not deleted. */
public final class EndpointStore {
  /** The columns for {@link #read}. */
  public static final String COLUMNS =
      """
      id, tenant_id, url, description, event_types, payload_mode, status, revision,
      verification_state, challenge, verification_last_attempt_at, verification_expires_at,
      verification_failure_reason, activated_at, consecutive_failures, failing_since,
      disable_countdown_started, warned_percent, last_success_at, last_failure_at, created_at,
      updated_at
      """;

  /** Uses none of the indexes of endpoints that are not deleted, which all begin otherwise. */
  public static final String NOT_DELETED = "deleted_at::text IS NULL";

  private static final String INSERT =
      """
      INSERT INTO webhook_endpoint
        (id, tenant_id, url, description, event_types, payload_mode, status, revision,
         verification_state, challenge, verification_last_attempt_at, verification_expires_at,
         verification_failure_reason, activated_at, consecutive_failures, failing_since,
         disable_countdown_started, warned_percent, last_success_at, last_failure_at, created_at,
         updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19,
              $20, $21, $22)
      """;

  /**
   * Locks the row for update: claims hold a key-share lock, so the change waits for earlier claims
   * and later ones see it.
   */
  private static final String UPDATE =
      """
      UPDATE webhook_endpoint e
         SET url = $3, description = $4, event_types = $5, payload_mode = $6, status = $7,
             revision = $8, verification_state = $9, challenge = $10,
             verification_last_attempt_at = $11, verification_expires_at = $12,
             verification_failure_reason = $13, activated_at = $14, consecutive_failures = $15,
             failing_since = $16, disable_countdown_started = $17, warned_percent = $18,
             last_success_at = $19, last_failure_at = $20, created_at = $21, updated_at = $22
        FROM (SELECT id AS held_id
                FROM webhook_endpoint
               WHERE id = $1 AND tenant_id = $2 AND deleted_at IS NULL
                 FOR UPDATE) AS held
       WHERE e.id = held_id
      """;

  private static final String HEALTH =
      """
      UPDATE webhook_endpoint e
         SET consecutive_failures = h.consecutive_failures,
             failing_since = h.failing_since,
             disable_countdown_started = h.disable_countdown_started,
             warned_percent = h.warned_percent,
             last_success_at = h.last_success_at,
             last_failure_at = h.last_failure_at
        FROM unnest($1::uuid[], $2::integer[], $3::timestamptz[], $4::boolean[], $5::integer[],
                    $6::timestamptz[], $7::timestamptz[])
             AS h (id, consecutive_failures, failing_since, disable_countdown_started, warned_percent,
                   last_success_at, last_failure_at)
       WHERE e.id = h.id
      """;

  private static final String FIND =
      "SELECT "
          + COLUMNS
          + " FROM webhook_endpoint WHERE id = $1 AND tenant_id = $2 AND deleted_at IS NULL";

  private static final String LOCK = FIND + " FOR NO KEY UPDATE";

  private static final String LOCK_ALL =
      "SELECT "
          + COLUMNS
          + """
           FROM webhook_endpoint
          WHERE id = ANY ($1) AND\s
          """
          + NOT_DELETED
          + " ORDER BY id FOR NO KEY UPDATE";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + """
           FROM webhook_endpoint
          WHERE tenant_id = $1
            AND deleted_at IS NULL
            AND ($2::text IS NULL OR status = $2)
            AND (created_at, id) < ($3, $4)
          ORDER BY created_at DESC, id DESC
          LIMIT $5
          """;

  private static final Position NEWEST =
      new Position(Instant.parse("9999-12-31T00:00:00Z"), new UUID(-1, -1));

  private static final String COUNT =
      "SELECT count(*) FROM webhook_endpoint WHERE tenant_id = $1 AND deleted_at IS NULL";

  private static final String DELETE =
      """
      UPDATE webhook_endpoint e
         SET deleted_at = $3, updated_at = $3, revision = revision + 1
        FROM (SELECT id AS held_id
                FROM webhook_endpoint
               WHERE id = $1 AND tenant_id = $2 AND deleted_at IS NULL
                 FOR UPDATE) AS held
       WHERE e.id = held_id
      """;

  private static final String DELETE_ALL =
      """
      UPDATE webhook_endpoint
         SET deleted_at = $2, updated_at = $2, revision = revision + 1
       WHERE id IN (SELECT id
                      FROM webhook_endpoint
                     WHERE tenant_id = $1 AND deleted_at IS NULL
                     ORDER BY id FOR UPDATE)
      """;

  /** Waits for the secrets and replays of a deleted endpoint to be removed. */
  private static final String PURGE =
      """
      DELETE FROM webhook_endpoint
       WHERE id = ANY (ARRAY(
               SELECT e.id
                 FROM webhook_endpoint e
                WHERE e.deleted_at < $1
                  AND NOT EXISTS (SELECT FROM webhook_replay r WHERE r.endpoint_id = e.id)
                  AND NOT EXISTS (SELECT FROM webhook_secret s WHERE s.endpoint_id = e.id)
                LIMIT $2))
      """;

  private EndpointStore() {}

  public static Future<Void> insert(SqlConnection connection, Endpoint created) {
    return Statements.updateOne(connection, INSERT, row(created));
  }

  /** Writes all columns after concurrent claims have committed; the row must be locked. */
  public static Future<Void> update(SqlConnection connection, Endpoint endpoint) {
    return Statements.updateOne(connection, UPDATE, row(endpoint));
  }

  /** Writes the health of locked endpoints only. */
  public static Future<Void> updateHealth(
      SqlConnection connection, Collection<Endpoint> endpoints) {
    return BatchStatement.of(HEALTH, endpoints)
        .uuids(Endpoint::id)
        .ints(each -> each.health().consecutiveFailures())
        .times(each -> each.health().failingSince())
        .booleans(each -> each.health().counting())
        .ints(each -> each.health().warnedPercent())
        .times(each -> each.health().lastSuccessAt())
        .times(each -> each.health().lastFailureAt())
        .update(connection);
  }

  public static Future<Optional<Endpoint>> find(SqlConnection connection, UUID tenantId, UUID id) {
    return one(connection, FIND, tenantId, id);
  }

  /** As {@link #find}, and locks the row until the transaction ends. */
  static Future<Optional<Endpoint>> lock(SqlConnection connection, UUID tenantId, UUID id) {
    return one(connection, LOCK, tenantId, id);
  }

  /** Locks endpoints in a uniform order until the transaction ends; deleted ones are absent. */
  public static Future<List<Endpoint>> lockAll(SqlConnection connection, Collection<UUID> ids) {
    return Statements.list(
        connection, LOCK_ALL, Tuple.of((Object) ids.toArray(UUID[]::new)), EndpointStore::read);
  }

  /** Newest first. */
  public static Future<List<Endpoint>> list(
      SqlConnection connection,
      UUID tenantId,
      @Nullable String status,
      @Nullable Position after,
      int limit) {
    Position start = after == null ? NEWEST : after;
    return connection
        .preparedQuery(LIST)
        .execute(Tuple.of(tenantId, status, RowMapper.time(start.at()), start.id(), (long) limit))
        .map(RowMapper.toList(EndpointStore::read));
  }

  public static Future<Long> count(SqlConnection connection, UUID tenantId) {
    return Statements.one(connection, COUNT, Tuple.of(tenantId), row -> row.getLong(0));
  }

  /** As {@link #update}; the row stays for the log, marked as deleted. */
  public static Future<Void> delete(SqlConnection connection, Endpoint endpoint, Instant now) {
    return Statements.updateOne(
        connection, DELETE, endpoint.id(), endpoint.tenantId(), RowMapper.time(now));
  }

  /** As {@link #delete}, all endpoints of the tenant. */
  public static Future<Void> deleteAll(SqlConnection connection, UUID tenantId, Instant now) {
    return Statements.execute(connection, DELETE_ALL, Tuple.of(tenantId, RowMapper.time(now)));
  }

  /** Removes at most {@code limit} endpoints deleted before that instant; returns how many. */
  public static Future<Integer> purge(SqlConnection connection, Instant before, int limit) {
    return Statements.update(connection, PURGE, Tuple.of(RowMapper.time(before), limit));
  }

  private static Future<Optional<Endpoint>> one(
      SqlConnection connection, String statement, UUID tenantId, UUID id) {
    return Statements.first(connection, statement, Tuple.of(id, tenantId), EndpointStore::read);
  }

  private static Tuple row(Endpoint endpoint) {
    Verification verification = endpoint.verification();
    EndpointHealth health = endpoint.health();
    List<String> types = endpoint.eventTypes();
    return Tuple.tuple()
        .addValue(endpoint.id())
        .addValue(endpoint.tenantId())
        .addValue(endpoint.url())
        .addValue(endpoint.description())
        .addValue(types == null ? null : types.toArray(String[]::new))
        .addValue(endpoint.thin() ? "thin" : "full")
        .addValue(endpoint.status().wire())
        .addValue(endpoint.revision())
        .addValue(verification.state().wire())
        .addValue(verification.challenge())
        .addValue(RowMapper.time(verification.lastAttemptAt()))
        .addValue(RowMapper.time(verification.expiresAt()))
        .addValue(verification.failureReason())
        .addValue(RowMapper.time(endpoint.activatedAt()))
        .addValue(health.consecutiveFailures())
        .addValue(RowMapper.time(health.failingSince()))
        .addValue(health.counting())
        .addValue(health.warnedPercent())
        .addValue(RowMapper.time(health.lastSuccessAt()))
        .addValue(RowMapper.time(health.lastFailureAt()))
        .addValue(RowMapper.time(endpoint.createdAt()))
        .addValue(RowMapper.time(endpoint.updatedAt()));
  }

  public static Endpoint read(Row row) {
    String[] types = row.getArrayOfStrings("event_types");
    return new Endpoint(
        row.getUUID("id"),
        row.getUUID("tenant_id"),
        row.getString("url"),
        row.getString("description"),
        types == null ? null : List.of(types),
        row.getString("payload_mode").equals("thin"),
        EndpointStatus.of(row.getString("status")),
        row.getLong("revision"),
        new Verification(
            VerificationState.of(row.getString("verification_state")),
            row.getString("challenge"),
            RowMapper.instantOrNull(row, "verification_last_attempt_at"),
            RowMapper.instantOrNull(row, "verification_expires_at"),
            row.getString("verification_failure_reason")),
        RowMapper.instantOrNull(row, "activated_at"),
        new EndpointHealth(
            row.getInteger("consecutive_failures"),
            RowMapper.instantOrNull(row, "failing_since"),
            row.getBoolean("disable_countdown_started"),
            row.getInteger("warned_percent"),
            RowMapper.instantOrNull(row, "last_success_at"),
            RowMapper.instantOrNull(row, "last_failure_at")),
        RowMapper.instant(row, "created_at"),
        RowMapper.instant(row, "updated_at"));
  }
}
