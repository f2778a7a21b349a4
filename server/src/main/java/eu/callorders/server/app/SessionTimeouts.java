package eu.callorders.server.app;

import io.vertx.pgclient.PgConnectOptions;
import java.util.Map;

/** Bounds on how long a session of the service can hold back the feed, or a person. */
final class SessionTimeouts {
  private static final Map<String, String> PROPERTIES =
      Map.of(
          "application_name", "call-orders",
          "statement_timeout", "10s",
          "idle_in_transaction_session_timeout", "10s",
          // A request that waits for a lock must be answered while its client waits.
          "lock_timeout", "1500ms",
          // What was acknowledged must be there after a crash, whatever the server's default is.
          "synchronous_commit", "on",
          // A node that has vanished without a word must not hold locks for long.
          "tcp_user_timeout", "10s",
          "client_connection_check_interval", "5s");

  private SessionTimeouts() {}

  /** The same options with the bounds. */
  static PgConnectOptions on(PgConnectOptions options) {
    PgConnectOptions bounded = new PgConnectOptions(options).setCachePreparedStatements(true);
    PROPERTIES.forEach(bounded::addProperty);
    return bounded;
  }
}
