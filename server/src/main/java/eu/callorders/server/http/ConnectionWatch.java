package eu.callorders.server.http;

import io.vertx.core.http.HttpConnection;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how long a connection of one event loop may take: for the head of a request and between
 * requests, and for a whole request with its answer. A peer that sends a byte now and then keeps no
 * idle timer from starting anew; this counts seconds instead.
 */
final class ConnectionWatch {
  /** In the order in which they fell silent; those that are busy stay where they were. */
  private final Map<HttpConnection, Watched> connections = new LinkedHashMap<>();

  private final ConnectionLimits limits;

  ConnectionWatch(ConnectionLimits limits) {
    this.limits = limits;
  }

  private static final class Watched {
    private int seconds;
    private int limit;
    private @Nullable Exchange exchange;

    Watched(int limit) {
      this.limit = limit;
    }
  }

  void opened(HttpConnection connection) {
    if (connections.size() >= limits.most()) {
      makeRoom();
    }
    connections.put(connection, new Watched(limits.firstHead()));
    connection.closeHandler(closed -> connections.remove(connection));
  }

  void begins(HttpConnection connection, Exchange exchange) {
    Watched watched = connections.computeIfAbsent(connection, ignored -> new Watched(0));
    watched.exchange = exchange;
    watched.seconds = 0;
    watched.limit = limits.exchange();
  }

  void ends(HttpConnection connection, Exchange exchange) {
    Watched watched = connections.get(connection);
    if (watched != null && watched.exchange == exchange) {
      watched.exchange = null;
      watched.seconds = 0;
      watched.limit = limits.pause();
      connections.remove(connection);
      connections.put(connection, watched);
    }
  }

  /** What the connection is busy with. */
  @Nullable Exchange current(HttpConnection connection) {
    Watched watched = connections.get(connection);
    return watched == null ? null : watched.exchange;
  }

  /** Closes the connection that has asked for nothing for longest, if there is one. */
  private void makeRoom() {
    connections.entrySet().stream()
        .filter(each -> each.getValue().exchange == null)
        .findFirst()
        .map(Map.Entry::getKey)
        .ifPresent(
            silent -> {
              connections.remove(silent);
              silent.close();
            });
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
