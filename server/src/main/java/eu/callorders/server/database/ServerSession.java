package eu.callorders.server.database;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The settings of a database session. One statement sets them, not the start-up message: a pooler
 * refuses unknown start-up parameters or drops them.
 */
final class ServerSession {
  /** The server's own settings. */
  static final ServerSession DEFAULTS = new ServerSession(Map.of());

  /** No session holds back the feed or a lock for long. */
  static final ServerSession BOUNDED =
      DEFAULTS.with(
          Map.of(
              "statement_timeout", "10s",
              "idle_in_transaction_session_timeout", "10s",
              // Acknowledged writes must survive a crash, whatever the server's default is.
              "synchronous_commit", "on",
              // Milliseconds. A vanished node must not hold locks for long.
              "tcp_user_timeout", "10000",
              "client_connection_check_interval", "5s"));

  /**
   * Index scans and nested loops regardless of table sizes. Otherwise a plan made for a small table
   * stays until an ANALYZE.
   */
  private static final Map<String, String> PLANNER =
      Map.of(
          "plan_cache_mode", "force_generic_plan",
          "enable_seqscan", "off",
          "enable_bitmapscan", "off",
          "enable_hashjoin", "off",
          "enable_mergejoin", "off",
          "enable_material", "off",
          "enable_memoize", "off",
          "random_page_cost", "1.1",
          "max_parallel_workers_per_gather", "0",
          "jit", "off");

  private final Map<String, String> settings;

  private ServerSession(Map<String, String> settings) {
    this.settings = settings;
  }

  private ServerSession with(Map<String, String> further) {
    Map<String, String> all = new TreeMap<>(settings);
    all.putAll(further);
    return new ServerSession(all);
  }

  /** The same with the planner settings. */
  ServerSession planned() {
    return with(PLANNER);
  }

  /** The same with a limit of each wait for a lock. */
  ServerSession withLockWait(Duration limit) {
    return with(Map.of("lock_timeout", limit.toMillis() + "ms"));
  }

  /** The same for a session that sees the rows of every tenant. */
  ServerSession worker() {
    return with(Map.of("app.worker", "on"));
  }

  /** Setting by name. */
  Map<String, String> settings() {
    return Map.copyOf(settings);
  }

  /** Sends the settings; later statements of the connection run with them. */
  Future<Void> begin(SqlClient connection) {
    return settings.isEmpty()
        ? Future.succeededFuture()
        : connection.query(statement()).execute().mapEmpty();
  }

  private String statement() {
    return settings.entrySet().stream()
        .map(each -> "set_config('%s', '%s', false)".formatted(each.getKey(), each.getValue()))
        .collect(Collectors.joining(", ", "SELECT ", ""));
  }
}
