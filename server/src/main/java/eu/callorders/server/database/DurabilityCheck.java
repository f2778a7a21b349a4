package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.util.List;

/** Finds settings of the server with which a crash takes back what was committed. */
public final class DurabilityCheck {
  private static final String OFF =
      """
      SELECT name
        FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'
       ORDER BY name
       LIMIT 2
      """;

  private DurabilityCheck() {}

  /** The names of the settings that are off. */
  public static Future<List<String>> settingsOff(SqlClient connection) {
    return connection
        .query(OFF)
        .execute()
        .map(rows -> rows.stream().map((Row row) -> row.getString("name")).toList());
  }
}
