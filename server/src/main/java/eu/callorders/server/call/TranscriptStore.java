package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** SQL of redacted transcripts. */
public final class TranscriptStore {
  private static final String INSERT =
      """
      INSERT INTO transcript (attempt_id, tenant_id, expires_at, document)
      SELECT attempt_id, tenant_id, expires_at, document::json
        FROM unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::text[])
          AS new (attempt_id, tenant_id, expires_at, document)
      ON CONFLICT (attempt_id) DO NOTHING
      """;

  private static final String FIND =
      """
      SELECT document::text
        FROM transcript
       WHERE tenant_id = $1 AND attempt_id = $2 AND expires_at > $3
      """;

  /**
   * A transcript to store.
   *
   * @param expiresAt on the tenant's clock
   * @param document {@code {locale, complete, turns}}
   */
  public record Transcript(UUID attemptId, UUID tenantId, Instant expiresAt, JsonNode document) {}

  /** Inserts transcripts; existing ones stay unchanged. */
  public Future<Void> insert(SqlConnection connection, List<Transcript> transcripts) {
    return connection
        .preparedQuery(INSERT)
        .execute(
            RowMapper.columns(
                transcripts.stream().map(Transcript::attemptId).toArray(UUID[]::new),
                transcripts.stream().map(Transcript::tenantId).toArray(UUID[]::new),
                transcripts.stream()
                    .map(transcript -> RowMapper.time(transcript.expiresAt()))
                    .toArray(OffsetDateTime[]::new),
                transcripts.stream()
                    .map(transcript -> transcript.document().toString())
                    .toArray(String[]::new)))
        .mapEmpty();
  }

  /** Empty when the transcript has expired. */
  public Future<Optional<JsonNode>> find(
      SqlConnection connection, UUID tenantId, UUID attemptId, Instant now) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(tenantId, attemptId, RowMapper.time(now)))
        .map(rows -> rows.stream().map(row -> Json.parse(row.getString(0))).findFirst());
  }
}
