package eu.callorders.server.http;

import eu.callorders.server.network.AddressGroup;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Limits how long a connection of one event loop may wait for a request head, serve a request, or
 * send a body without a valid token. It counts seconds: an idle timer starts anew with each byte,
 * so a slow peer would never expire.
 */
final class ConnectionLimiter {
  /** Ordered by the time at which each became idle; busy ones keep their place. */
  private final Map<HttpConnection, TrackedConnection> connections = new LinkedHashMap<>();

  private final ConnectionLimits limits;
  private final ConnectionCounter counter;

  /**
   * @param counter counts the connections of each address over all event loops
   */
  ConnectionLimiter(ConnectionLimits limits, ConnectionCounter counter) {
    this.limits = limits;
    this.counter = counter;
  }

  private static final class TrackedConnection {
    private final String address;
    private int seconds;
    private int idleLimit;
    private boolean authenticated;
    private @Nullable RequestContext exchange;

    /** A request that was answered but whose body has not ended. */
    private @Nullable HttpServerRequest unread;

    TrackedConnection(String peer, int idleLimit) {
      this.address = AddressGroup.keyOf(peer);
      this.idleLimit = idleLimit;
    }

    boolean isBusy() {
      return exchange != null && !exchange.awaitsAnonymousBody();
    }
  }

  /** Registers a new connection. At the limit, closes an idle one, or else the new one. */
  void register(HttpConnection connection) {
    String peer = peer(connection);
    boolean tooMany = counter.opened(peer);
    connection.closeHandler(
        closed -> {
          connections.remove(connection);
          counter.closed(peer);
        });
    boolean hasCapacity =
        tooMany
            ? evictIdle(AddressGroup.keyOf(peer))
            : connections.size() < limits.maxConnections() || evictIdle(null);
    if (hasCapacity) {
      connections.put(connection, new TrackedConnection(peer, limits.firstHead()));
    } else {
      counter.countEvicted();
      connection.close();
    }
  }

  private static String peer(HttpConnection connection) {
    String address = connection.remoteAddress().hostAddress();
    return address == null ? "" : address;
  }

  void requestStarted(HttpConnection connection, RequestContext exchange) {
    TrackedConnection tracked =
        connections.computeIfAbsent(
            connection, ignored -> new TrackedConnection(peer(connection), 0));
    tracked.exchange = exchange;
    tracked.unread = null;
    tracked.seconds = 0;
  }

  void requestEnded(HttpConnection connection, RequestContext exchange) {
    TrackedConnection tracked = connections.get(connection);
    if (tracked != null && tracked.exchange == exchange) {
      tracked.exchange = null;
      tracked.unread = exchange.request();
      tracked.authenticated |= exchange.isAuthenticated();
      tracked.seconds = 0;
      tracked.idleLimit = limits.keepAlive();
      connections.remove(connection);
      connections.put(connection, tracked);
    }
  }

  @Nullable RequestContext current(HttpConnection connection) {
    TrackedConnection tracked = connections.get(connection);
    return tracked == null ? null : tracked.exchange;
  }

  /**
   * Closes the connection that has been idle longest, one without a valid token first.
   *
   * @param address restricts the choice to this address group; null for all
   * @return false when all connections are busy
   */
  private boolean evictIdle(@Nullable String address) {
    HttpConnection idle = null;
    for (Map.Entry<HttpConnection, TrackedConnection> each : connections.entrySet()) {
      TrackedConnection tracked = each.getValue();
      if (tracked.isBusy() || (address != null && !address.equals(tracked.address))) {
        continue;
      }
      if (!tracked.authenticated) {
        idle = each.getKey();
        break;
      }
      idle = idle == null ? each.getKey() : idle;
    }
    if (idle != null) {
      connections.remove(idle);
      counter.countEvicted();
      idle.close();
    }
    return idle != null;
  }

  /** Runs once per second; the first second of a connection may be shorter. */
  void tick() {
    for (Map.Entry<HttpConnection, TrackedConnection> each :
        new ArrayList<>(connections.entrySet())) {
      TrackedConnection tracked = each.getValue();
      tracked.seconds++;
      if (tracked.exchange != null && tracked.exchange.progressed()) {
        tracked.seconds = 0;
      }
      if (tracked.unread != null && tracked.unread.isEnded()) {
        tracked.unread = null;
      }
      if (tracked.seconds >= limit(tracked)) {
        expire(each.getKey(), tracked);
      }
    }
  }

  private int limit(TrackedConnection tracked) {
    if (tracked.exchange != null) {
      return tracked.isBusy() ? limits.request() : limits.anonymousBody();
    }
    return tracked.unread == null ? tracked.idleLimit : limits.anonymousBody();
  }

  private void expire(HttpConnection connection, TrackedConnection tracked) {
    if (!tracked.isBusy() && (tracked.exchange != null || tracked.unread != null)) {
      counter.countEvicted();
    }
    if (tracked.exchange == null) {
      connection.close();
    } else {
      tracked.exchange.timeOut();
    }
  }
}
