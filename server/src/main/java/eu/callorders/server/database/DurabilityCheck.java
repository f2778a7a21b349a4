package eu.callorders.server.database;

import eu.callorders.server.concurrent.BoundedWait;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.List;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Finds settings of the server with which a crash takes back what was committed. A failover or a
 * reload of the server's configuration may change them while the node runs.
 */
public final class DurabilityCheck {
  /** From one look to the next. */
  public static final Duration PAUSE = Duration.ofSeconds(10);

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
  private volatile List<String> known = List.of();

  public DurabilityCheck(SqlClient connection) {
    this.connection = connection;
  }

  /** What is wrong with settings that are off. */
  public static String fault(List<String> off) {
    return "the database server has %s off: a crash takes back what was acknowledged"
        .formatted(String.join(" and ", off));
  }

  /** The names of the settings that are off. Blocks. */
  public List<String> settingsOff() {
    known =
        BoundedWait.await(connection.query(OFF).execute()).stream()
            .map((Row row) -> row.getString("name"))
            .toList();
    return known;
  }

  /** Logs an error when others are off than at the last look. Blocks. */
  public void runOnce() {
    List<String> before = known;
    List<String> off = settingsOff();
    if (!off.isEmpty() && !off.equals(before)) {
      LOG.error("{}", fault(off));
    }
  }
}
