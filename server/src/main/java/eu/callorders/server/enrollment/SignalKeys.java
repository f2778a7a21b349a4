package eu.callorders.server.enrollment;

import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;

/** Loads the keys of signals that started enrollments. */
final class SignalKeys {
  private static final String KEYS =
      "SELECT id, signal_type, dedupe_key FROM signal WHERE id = ANY ($1)";

  private SignalKeys() {}

  /** The key of a signal; a resent signal has the same. */
  record StartSignalKey(String type, String dedupeKey) {

    /** Fallback for a signal that is not recorded. */
    static StartSignalKey of(UUID signalId) {
      return new StartSignalKey("", signalId.toString());
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
                row -> new StartSignalKey(row.getString(1), row.getString(2))));
  }
}
