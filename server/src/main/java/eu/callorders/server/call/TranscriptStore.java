package eu.callorders.server.call;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.database.BatchStatement;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.database.Statements;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.Collection;
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

  /** Comparing the tenant as text forces the index by id. */
  private static final String DELETE =
      """
      DELETE FROM transcript
       WHERE tenant_id::text = $1::uuid::text AND attempt_id = ANY ($2)
      """;

  /**
   * A transcript to store.
   *
   * @param expiresAt on the tenant's clock
   * @param document {@code {locale, complete, turns}}
   */
  public record Transcript(UUID attemptId, UUID tenantId, Instant expiresAt, JsonNode document) {}

  private TranscriptStore() {}

  /** Inserts transcripts; existing ones stay unchanged. */
  public static Future<Void> insert(SqlConnection connection, List<Transcript> transcripts) {
    return BatchStatement.of(INSERT, transcripts)
        .uuids(Transcript::attemptId)
        .uuids(Transcript::tenantId)
        .times(transcript -> transcript.expiresAt())
        .strings(transcript -> transcript.document().toString())
        .execute(connection)
        .mapEmpty();
  }

  /** Empty when the transcript has expired. */
  public static Future<Optional<JsonNode>> find(
      SqlConnection connection, UUID tenantId, UUID attemptId, Instant now) {
    return connection
        .preparedQuery(FIND)
        .execute(Tuple.of(tenantId, attemptId, RowMapper.time(now)))
        .map(RowMapper.first(row -> Json.parse(row.getString(0))));
  }

  /** Deletes the transcripts of attempts; returns how many there were. */
  public static Future<Integer> delete(
      SqlConnection connection, UUID tenantId, Collection<UUID> attemptIds) {
    return Statements.update(connection, DELETE, RowMapper.tenantAndIds(tenantId, attemptIds));
  }
}
