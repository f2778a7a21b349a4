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
  private final OpenConnections everywhere;

  /**
   * @param everywhere counts the connections of each address, those of other event loops too
   */
  ConnectionWatch(ConnectionLimits limits, OpenConnections everywhere) {
    this.limits = limits;
    this.everywhere = everywhere;
  }

  private static final class Watched {
    private final String address;
    private int seconds;
    private int limit;
    private @Nullable Exchange exchange;

    Watched(String peer, int limit) {
      this.address = AddressGroup.of(peer);
      this.limit = limit;
    }
  }

  /** Takes a new connection; where there is no room, an idle one goes, or else the new one. */
  void opened(HttpConnection connection) {
    String peer = peer(connection);
    boolean tooMany = everywhere.opened(peer);
    connection.closeHandler(
        closed -> {
          connections.remove(connection);
          everywhere.ended(peer);
        });
    boolean room =
        tooMany
            ? makeRoom(AddressGroup.of(peer))
            : connections.size() < limits.most() || makeRoom(null);
    if (room) {
      connections.put(connection, new Watched(peer, limits.firstHead()));
    } else {
      everywhere.hadToGo();
      connection.close();
    }
  }

  private static String peer(HttpConnection connection) {
    String address = connection.remoteAddress().hostAddress();
    return address == null ? "" : address;
  }

  void begins(HttpConnection connection, Exchange exchange) {
    Watched watched =
        connections.computeIfAbsent(connection, ignored -> new Watched(peer(connection), 0));
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

  /**
   * Closes the connection that has asked for nothing for longest.
   *
   * @param address whose it must be; null: anybody's
   * @return false when all of them are busy
   */
  private boolean makeRoom(@Nullable String address) {
    HttpConnection silent = null;
    for (Map.Entry<HttpConnection, Watched> each : connections.entrySet()) {
      Watched watched = each.getValue();
      if (watched.exchange == null && (address == null || address.equals(watched.address))) {
        silent = each.getKey();
        break;
      }
    }
    if (silent != null) {
      connections.remove(silent);
      everywhere.hadToGo();
      silent.close();
    }
    return silent != null;
  }

  /** A second has passed. */
  void tick() {
    for (Map.Entry<HttpConnection, Watched> each : new ArrayList<>(connections.entrySet())) {
      Watched watched = each.getValue();
      watched.seconds++;
      if (watched.exchange != null && watched.exchange.progressed()) {
        watched.seconds = 0;
      }
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
