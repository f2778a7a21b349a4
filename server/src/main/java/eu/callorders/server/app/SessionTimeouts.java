package eu.callorders.server.app;

import io.vertx.pgclient.PgConnectOptions;
import java.time.Duration;
import java.util.Map;

/** Timeouts of database sessions, so that none holds back the feed or a lock for long. */
public final class SessionTimeouts {
  /** A request that waits for a lock must get a reply while its client waits. */
  static final Duration LOCK_WAIT = Duration.ofMillis(1500);

  private static final Map<String, String> PROPERTIES =
      Map.of(
          "application_name", "call-orders",
          "statement_timeout", "10s",
          "idle_in_transaction_session_timeout", "10s",
          // Acknowledged writes must survive a crash, whatever the server's default is.
          "synchronous_commit", "on",
          // A vanished node must not hold locks for long.
          "tcp_user_timeout", "10s",
          "client_connection_check_interval", "5s");

  private SessionTimeouts() {}

  /** The options with the timeouts. */
  public static PgConnectOptions applyTo(PgConnectOptions options) {
    return applyTo(options, LOCK_WAIT);
  }

  static PgConnectOptions applyTo(PgConnectOptions options, Duration lockWait) {
    PgConnectOptions bounded = new PgConnectOptions(options);
    PROPERTIES.forEach(bounded::addProperty);
    return bounded.addProperty("lock_timeout", lockWait.toMillis() + "ms");
  }
}
