package eu.callorders.server.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Bounds how long a connection of one event loop may take: for the head of a request and between
 * requests, for a whole request with its answer, and for a body that nothing vouches for. A peer
 * that sends a byte now and then keeps no idle timer from starting anew; this counts seconds
 * instead.
 */
final class ConnectionLimiter {
  /** In the order in which they fell silent; those that are busy stay where they were. */
  private final Map<HttpConnection, TrackedConnection> connections = new LinkedHashMap<>();

  private final ConnectionLimits limits;
  private final ConnectionCounter everywhere;

  /**
   * @param everywhere counts the connections of each address, those of other event loops too
   */
  ConnectionLimiter(ConnectionLimits limits, ConnectionCounter everywhere) {
    this.limits = limits;
    this.everywhere = everywhere;
  }

  private static final class TrackedConnection {
    private final String address;
    private int seconds;
    private int idleLimit;
    private boolean authenticated;
    private @Nullable RequestContext exchange;

    /** Answered, while the rest of its body may still come. */
    private @Nullable HttpServerRequest unread;

    TrackedConnection(String peer, int idleLimit) {
      this.address = AddressGroup.of(peer);
      this.idleLimit = idleLimit;
    }

    boolean isBusy() {
      return exchange != null && !exchange.awaitsAnonymousBody();
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
      connections.put(connection, new TrackedConnection(peer, limits.firstHead()));
    } else {
      everywhere.hadToGo();
      connection.close();
    }
  }

  private static String peer(HttpConnection connection) {
    String address = connection.remoteAddress().hostAddress();
    return address == null ? "" : address;
  }

  void begins(HttpConnection connection, RequestContext exchange) {
    TrackedConnection watched =
        connections.computeIfAbsent(
            connection, ignored -> new TrackedConnection(peer(connection), 0));
    watched.exchange = exchange;
    watched.unread = null;
    watched.seconds = 0;
  }

  void ends(HttpConnection connection, RequestContext exchange) {
    TrackedConnection watched = connections.get(connection);
    if (watched != null && watched.exchange == exchange) {
      watched.exchange = null;
      watched.unread = exchange.request();
      watched.authenticated |= exchange.isAuthenticated();
      watched.seconds = 0;
      watched.idleLimit = limits.pause();
      connections.remove(connection);
      connections.put(connection, watched);
    }
  }

  /** What the connection is busy with. */
  @Nullable RequestContext current(HttpConnection connection) {
    TrackedConnection watched = connections.get(connection);
    return watched == null ? null : watched.exchange;
  }

  /**
   * Closes the connection that has been silent for longest: one that has shown no valid token, if
   * there is any.
   *
   * @param address whose it must be; null: anybody's
   * @return false when all of them are busy
   */
  private boolean makeRoom(@Nullable String address) {
    HttpConnection silent = null;
    for (Map.Entry<HttpConnection, TrackedConnection> each : connections.entrySet()) {
      TrackedConnection watched = each.getValue();
      if (watched.isBusy() || (address != null && !address.equals(watched.address))) {
        continue;
      }
      if (!watched.authenticated) {
        silent = each.getKey();
        break;
      }
      silent = silent == null ? each.getKey() : silent;
    }
    if (silent != null) {
      connections.remove(silent);
      everywhere.hadToGo();
      silent.close();
    }
    return silent != null;
  }

  /** A second has passed. The first one of a connection may have been shorter. */
  void tick() {
    for (Map.Entry<HttpConnection, TrackedConnection> each :
        new ArrayList<>(connections.entrySet())) {
      TrackedConnection watched = each.getValue();
      watched.seconds++;
      if (watched.exchange != null && watched.exchange.progressed()) {
        watched.seconds = 0;
      }
      if (watched.unread != null && watched.unread.isEnded()) {
        watched.unread = null;
      }
      if (watched.seconds >= limit(watched)) {
        expire(each.getKey(), watched);
      }
    }
  }

  private int limit(TrackedConnection watched) {
    if (watched.exchange != null) {
      return watched.isBusy() ? limits.exchange() : limits.anonymousBody();
    }
    return watched.unread == null ? watched.idleLimit : limits.anonymousBody();
  }

  private void expire(HttpConnection connection, TrackedConnection watched) {
    if (!watched.isBusy() && (watched.exchange != null || watched.unread != null)) {
      everywhere.hadToGo();
    }
    if (watched.exchange == null) {
      connection.close();
    } else {
      watched.exchange.expire();
    }
  }
}
