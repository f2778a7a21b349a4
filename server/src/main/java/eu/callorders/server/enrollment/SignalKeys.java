package eu.callorders.server.enrollment;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.database.RowMapper;
import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Loads what orders of enrollments take from the signals that started these. */
final class SignalKeys {
  private static final String KEYS =
      """
      SELECT id, signal_type, dedupe_key, compliance_basis::text
        FROM signal
       WHERE id = ANY ($1)
      """;

  private SignalKeys() {}

  /**
   * The key of a signal; a resent signal has the same.
   *
   * @param complianceBasis why the client may call the person; null for none
   */
  record StartSignalKey(String type, String dedupeKey, @Nullable JsonNode complianceBasis) {

    /** Fallback for a signal that is not recorded. */
    static StartSignalKey of(UUID signalId) {
      return new StartSignalKey("", signalId.toString(), null);
    }
  }

  /** Keys by signal id; unrecorded signals are absent. */
  static Future<Map<UUID, StartSignalKey>> load(
      SqlConnection connection, Collection<UUID> signalIds) {
    return connection
        .preparedQuery(KEYS)
        .execute(Tuple.of((Object) signalIds.toArray(UUID[]::new)))
        .map(
            RowMapper.toMap(
                row -> row.getUUID("id"),
                row ->
                    new StartSignalKey(
                        row.getString("signal_type"),
                        row.getString("dedupe_key"),
                        basis(row.getString("compliance_basis")))));
  }

  private static @Nullable JsonNode basis(@Nullable String json) {
    return json == null ? null : Json.parse(json);
  }
}
