package eu.callorders.server.http;

import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how long a connection of one event loop may take: for the head of a request and between
 * requests, and for a whole request with its answer. A peer that sends a byte now and then keeps no
 * idle timer from starting anew; this counts seconds instead.
 */
final class ConnectionWatch {
  private static final int LONGEST_FIRST_HEAD = 30;
  private static final int LONGEST_PAUSE = 75;
  private static final int LONGEST_EXCHANGE = 30;

  private final IdentityHashMap<HttpConnection, Watched> connections = new IdentityHashMap<>();

  private static final class Watched {
    private int seconds;
    private int limit = LONGEST_FIRST_HEAD;
    private @Nullable Exchange exchange;
  }

  void opened(HttpConnection connection) {
    connections.put(connection, new Watched());
    connection.closeHandler(closed -> connections.remove(connection));
  }

  void begins(HttpConnection connection, Exchange exchange) {
    Watched watched = connections.computeIfAbsent(connection, ignored -> new Watched());
    watched.exchange = exchange;
    watched.seconds = 0;
    watched.limit = LONGEST_EXCHANGE;
  }

  void ends(HttpConnection connection, Exchange exchange) {
    Watched watched = connections.get(connection);
    if (watched != null && watched.exchange == exchange) {
      watched.exchange = null;
      watched.seconds = 0;
      watched.limit = LONGEST_PAUSE;
    }
  }

  /** What the connection is busy with. */
  @Nullable Exchange current(HttpConnection connection) {
    Watched watched = connections.get(connection);
    return watched == null ? null : watched.exchange;
  }

  /** A second has passed. */
  void tick() {
    for (Map.Entry<HttpConnection, Watched> each : new ArrayList<>(connections.entrySet())) {
      Watched watched = each.getValue();
      watched.seconds++;
      if (watched.seconds > watched.limit) {
        expire(each.getKey(), watched.exchange);
      }
    }
  }

  private static void expire(HttpConnection connection, @Nullable Exchange exchange) {
    if (exchange == null) {
      connection.close();
    } else {
      exchange.expire();
    }
  }
}
