package eu.callorders.server.database;

import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Finds server settings, changeable at runtime, with which a crash loses commits. */
public final class DurabilityCheck {
  public static final Duration INTERVAL = Duration.ofSeconds(10);

  /** What a crash does while one of the settings is off. */
  static final String CONSEQUENCE = "a crash loses acknowledged writes";

  private static final Logger LOG = LoggerFactory.getLogger(DurabilityCheck.class);

  private static final String OFF =
      """
      SELECT name
        FROM pg_settings
       WHERE name IN ('fsync', 'full_page_writes') AND setting = 'off'
       ORDER BY name
       LIMIT 2
      """;

  private final SqlClient connection;
  private volatile List<String> lastOff = List.of();

  public DurabilityCheck(SqlClient connection) {
    this.connection = connection;
  }

  public static String message(List<String> off) {
    return "the database server has %s off: %s".formatted(String.join(" and ", off), CONSEQUENCE);
  }

  /** The names of the settings that are off. Blocks. */
  public List<String> settingsOff() {
    lastOff =
        BoundedWait.await(connection.query(OFF).execute()).stream()
            .map((Row row) -> row.getString("name"))
            .toList();
    return lastOff;
  }

  /** Logs an error when the settings that are off have changed. Blocks. */
  public void runOnce() {
    List<String> previous = lastOff;
    List<String> off = settingsOff();
    if (!off.isEmpty() && !off.equals(previous)) {
      LOG.error("{}", message(off));
    }
  }
}
