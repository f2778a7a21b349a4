package eu.callorders.server.idempotency;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.database.Rows;
import eu.callorders.server.http.Json;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The answers that were given to keys. */
public final class IdempotencyStore {
  private static final Duration KEPT = Duration.ofDays(2);

  private static final String FIND =
      """
      SELECT method, path, body_hash, status, headers::text, body, problem::text
        FROM idempotency_record
       WHERE tenant_id = $1 AND key = $2 AND created_at > $3
      """;

  private static final String INSERT =
      """
      INSERT INTO idempotency_record
        (tenant_id, key, method, path, body_hash, status, headers, body, problem, created_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7::text::json, $8, $9::text::json, $10)
      ON CONFLICT (tenant_id, key) DO UPDATE
        SET method = excluded.method, path = excluded.path, body_hash = excluded.body_hash,
            status = excluded.status, headers = excluded.headers, body = excluded.body,
            problem = excluded.problem, created_at = excluded.created_at
        WHERE idempotency_record.created_at <= $11
      """;

  private static final String PURGE =
      """
      DELETE FROM idempotency_record
       WHERE (tenant_id, key) IN
         (SELECT tenant_id, key FROM idempotency_record WHERE created_at <= $1 LIMIT $2)
      """;

  private static final String FORGET =
      """
      DELETE FROM idempotency_record
       WHERE tenant_id = $1
         AND ($2 = body::json #>> '{subject,reference}' OR $2 = body::json ->> 'subject_reference')
      """;

  /** The answer to the key that is not older than 48 hours. */
  public Future<Optional<IdempotencyRecord>> find(
      SqlConnection connection, UUID tenantId, String key, Instant now) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(tenantId, key, Rows.time(now.minus(KEPT))))
        .map(rows -> first(rows, tenantId, key));
  }

  /** Stores an answer, in the place of one that is too old to count. */
  public Future<Void> insert(SqlConnection connection, IdempotencyRecord answer, Instant now) {
    KeyedRequest request = answer.request();
    JsonNode problem = answer.problem();
    return connection
        .preparedQuery(INSERT)
        .execute(
            Tuple.tuple()
                .addUUID(request.tenantId())
                .addString(request.key())
                .addString(request.method())
                .addString(request.path())
                .addBuffer(Buffer.buffer(HexFormat.of().parseHex(request.bodyHash())))
                .addInteger(answer.status())
                .addString(answer.headers().toString())
                .addString(answer.body())
                .addString(problem == null ? null : problem.toString())
                .addOffsetDateTime(Rows.time(now))
                .addOffsetDateTime(Rows.time(now.minus(KEPT))))
        .map(result -> Rows.changed(result, 1));
  }

  /** Deletes at most {@code limit} records of all tenants that are too old; says how many. */
  public Future<Integer> purge(SqlConnection connection, Instant now, int limit) {
    return connection
        .preparedQuery(PURGE)
        .execute(Tuple.of(Rows.time(now.minus(KEPT)), limit))
        .map(RowSet::rowCount);
  }

  /** Deletes the answers that speak of a person; says how many. */
  public Future<Integer> forget(SqlConnection connection, UUID tenantId, String subjectReference) {
    return connection
        .preparedQuery(FORGET)
        .execute(Tuple.of(tenantId, subjectReference))
        .map(RowSet::rowCount);
  }

  private static Optional<IdempotencyRecord> first(RowSet<Row> rows, UUID tenantId, String key) {
    Iterator<Row> iterator = rows.iterator();
    if (!iterator.hasNext()) {
      return Optional.empty();
    }
    Row row = iterator.next();
    KeyedRequest request =
        new KeyedRequest(
            tenantId,
            key,
            row.getString("method"),
            row.getString("path"),
            HexFormat.of().formatHex(row.getBuffer("body_hash").getBytes()));
    return Optional.of(
        new IdempotencyRecord(
            request,
            row.getInteger("status"),
            Json.parse(row.getString("headers")),
            row.getString("body"),
            parsed(row.getString("problem"))));
  }

  private static @Nullable JsonNode parsed(@Nullable String json) {
    return json == null ? null : Json.parse(json);
  }
}
