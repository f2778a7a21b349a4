package eu.callorders.server.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.TextNode;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Stores the responses of idempotency keys. */
public final class IdempotencyStore {
  private static final Duration RETENTION = Duration.ofDays(2);

  private static final String FIND =
      """
      SELECT r.tenant_id, r.key, r.method, r.path, r.body_hash, r.status, r.headers::text, r.body,
             r.problem::text, r.accepted_order_id
        FROM unnest($1::uuid[], $2::text[]) AS requested (tenant_id, key)
        JOIN idempotency_record r ON r.tenant_id = requested.tenant_id AND r.key = requested.key
       WHERE r.created_at > $3 OR clock_has_jumped($4)
      """;

  private static final String INSERT =
      """
      INSERT INTO idempotency_record
        (tenant_id, key, method, path, body_hash, status, headers, body, problem, accepted_order_id,
         created_at)
      SELECT tenant_id, key, method, path, body_hash, status, headers::json, body, problem::json,
             accepted_order_id, $11
        FROM unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::bytea[], $6::smallint[],
                    $7::text[], $8::text[], $9::text[], $10::uuid[])
          AS new (tenant_id, key, method, path, body_hash, status, headers, body, problem,
                  accepted_order_id)
      ON CONFLICT (tenant_id, key) DO UPDATE
        SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
            status = excluded.status, headers = excluded.headers, body = excluded.body,
            problem = excluded.problem, accepted_order_id = excluded.accepted_order_id,
            created_at = excluded.created_at
        WHERE idempotency_record.created_at <= $12 AND NOT clock_has_jumped($11)
      """;

  /** Needed for the BRIN index {@code idempotency_record_by_created_at}. */
  private static final String PERMIT_BITMAP_SCAN = "SET LOCAL enable_bitmapscan = on";

  private static final String PURGE =
      """
      DELETE FROM idempotency_record
       WHERE (tenant_id, key) IN
         (SELECT tenant_id, key FROM idempotency_record WHERE created_at <= $1 LIMIT $2)
      """;

  /**
   * A stored response contains the subject's reference in a known member. Its orders are redacted
   * before.
   */
  private static final String DELETE_OF_SUBJECT =
      """
      WITH page AS MATERIALIZED (
        SELECT key, body, accepted_order_id
          FROM idempotency_record
         WHERE tenant_id = $1 AND key > $2
         ORDER BY key
         LIMIT $4),
      gone AS (
        DELETE FROM idempotency_record r
         USING page p
         WHERE r.tenant_id = $1
           AND r.key = p.key
           AND (position('"reference":' || $3 IN p.body) > 0
                OR position('"subject_reference":' || $3 IN p.body) > 0
                OR EXISTS (SELECT FROM call_order o
                            WHERE o.id = p.accepted_order_id AND o.redacted_at IS NOT NULL))
        RETURNING r.key)
      SELECT max(key) AS last, (SELECT count(*) FROM gone) AS gone FROM page
      """;

  private final AcceptedBodies acceptedBodies;

  public IdempotencyStore(AcceptedBodies acceptedBodies) {
    this.acceptedBodies = acceptedBodies;
  }

  /** The response of the key within the last 48 hours. */
  public Future<Optional<IdempotencyRecord>> find(
      SqlConnection connection, UUID tenantId, String key, Instant now) {
    TenantKey tenantKey = new TenantKey(tenantId, key);
    return findAll(connection, List.of(tenantKey), now)
        .map(found -> Optional.ofNullable(found.get(tenantKey)));
  }

  public record TenantKey(UUID tenantId, String key) {}

  /** The responses within the last 48 hours; after a jump of the clock, of any age. */
  public Future<Map<TenantKey, IdempotencyRecord>> findAll(
      SqlConnection connection, Collection<TenantKey> keys, Instant now) {
    return BatchStatement.of(FIND, keys)
        .uuids(TenantKey::tenantId)
        .strings(TenantKey::key)
        .value(RowMapper.time(now.minus(RETENTION)))
        .value(RowMapper.time(now))
        .execute(connection)
        .compose(rows -> withBodies(connection, rows.stream().map(IdempotencyStore::read).toList()))
        .map(
            records ->
                records.stream()
                    .collect(
                        Collectors.toMap(
                            record ->
                                new TenantKey(record.request().tenantId(), record.request().key()),
                            Function.identity())));
  }

  private Future<List<IdempotencyRecord>> withBodies(
      SqlConnection connection, List<IdempotencyRecord> records) {
    List<UUID> orders =
        records.stream()
            .map(IdempotencyRecord::acceptedOrder)
            .<UUID>mapMulti((order, present) -> Optional.ofNullable(order).ifPresent(present))
            .toList();
    if (orders.isEmpty()) {
      return Future.succeededFuture(records);
    }
    return acceptedBodies
        .render(connection, orders)
        .map(
            bodies ->
                records.stream()
                    .map(
                        record ->
                            record.acceptedOrder() == null
                                ? record
                                : record.withBody(bodies.get(record.acceptedOrder())))
                    .toList());
  }

  /** Stores a response; replaces an expired one. */
  public static Future<Void> insert(
      SqlConnection connection, IdempotencyRecord stored, Instant now) {
    return insertAll(connection, List.of(stored), now);
  }

  /** Stores responses, one per key; replaces expired ones. */
  public static Future<Void> insertAll(
      SqlConnection connection, List<IdempotencyRecord> records, Instant now) {
    if (records.isEmpty()) {
      return Future.succeededFuture();
    }
    return BatchStatement.of(INSERT, records)
        .uuids(item -> item.request().tenantId())
        .strings(item -> item.request().key())
        .strings(item -> item.request().method())
        .strings(item -> item.request().path())
        .buffers(IdempotencyStore::bodyHash)
        .shorts(item -> (short) item.status())
        .strings(item -> item.headers().toString())
        .strings(IdempotencyRecord::body)
        .strings(IdempotencyStore::problem)
        .uuids(IdempotencyRecord::acceptedOrder)
        .value(RowMapper.time(now))
        .value(RowMapper.time(now.minus(RETENTION)))
        .update(connection);
  }

  private static Buffer bodyHash(IdempotencyRecord item) {
    return Buffer.buffer(HexFormat.of().parseHex(item.request().bodyHash()));
  }

  private static @Nullable String problem(IdempotencyRecord item) {
    JsonNode problem = item.problem();
    return problem == null ? null : problem.toString();
  }

  /** Deletes at most {@code limit} expired records of all tenants; returns how many. */
  public static Future<Integer> purge(SqlConnection connection, Instant now, int limit) {
    return connection
        .query(PERMIT_BITMAP_SCAN)
        .execute()
        .compose(
            permitted ->
                connection
                    .preparedQuery(PURGE)
                    .execute(Tuple.of(RowMapper.time(now.minus(RETENTION)), limit)))
        .map(RowSet::rowCount);
  }

  /**
   * Deletes those of the next {@code limit} responses that name a subject.
   *
   * @param after the last scanned key
   * @return the last scanned key, null at the end
   */
  public static Future<@Nullable String> deleteOfSubject(
      SqlConnection connection, UUID tenantId, String reference, String after, int limit) {
    String quoted = TextNode.valueOf(reference).toString();
    return connection
        .preparedQuery(DELETE_OF_SUBJECT)
        .execute(Tuple.of(tenantId, after, quoted, limit))
        .map(rows -> rows.iterator().next().getString("last"));
  }

  private static IdempotencyRecord read(Row row) {
    KeyedRequest request =
        new KeyedRequest(
            row.getUUID("tenant_id"),
            row.getString("key"),
            row.getString("method"),
            row.getString("path"),
            HexFormat.of().formatHex(row.getBuffer("body_hash").getBytes()));
    return new IdempotencyRecord(
        request,
        row.getInteger("status"),
        Json.parse(row.getString("headers")),
        row.getString("body"),
        parsed(row.getString("problem")),
        row.getUUID("accepted_order_id"));
  }

  private static @Nullable JsonNode parsed(@Nullable String json) {
    return json == null ? null : Json.parse(json);
  }
}
