package eu.callorders.server.enrollment;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.Collection;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** What tells the signals apart that started enrollments. */
final class SignalKeys {
  private static final String KEYS =
      "SELECT id, signal_type, dedupe_key FROM signal WHERE id = ANY ($1)";

  private SignalKeys() {}

  /** A signal that is sent again has the same. */
  record SignalKey(String type, String dedupeKey) {

    /** Of a signal that is not recorded. */
    static SignalKey of(UUID signalId) {
      return new SignalKey("", signalId.toString());
    }
  }

  /** By signal; absent where it is not recorded. */
  static Future<Map<UUID, SignalKey>> of(SqlConnection connection, Collection<UUID> signalIds) {
    return connection
        .preparedQuery(KEYS)
        .execute(Tuple.of((Object) signalIds.toArray(UUID[]::new)))
        .map(
            rows ->
                rows.stream()
                    .collect(
                        Collectors.toMap(
                            row -> row.getUUID("id"),
                            row -> new SignalKey(row.getString(1), row.getString(2)))));
  }
}
