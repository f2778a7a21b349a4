package eu.callorders.simulator.standalone;

import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Closes connections whose request, or the idle time before it, takes too long, even while bytes
 * arrive. Confined to one event loop; counts in ticks of a second.
 */
final class ConnectionTimeouts {
  private static final int REQUEST = 30;
  // Longer than the idle timeout of clients, so that they close first.
  private static final int PAUSE = 75;

  private final Map<HttpConnection, Integer> left = new HashMap<>();

  void opened(HttpConnection connection) {
    left.put(connection, REQUEST);
    connection.closeHandler(closed -> left.remove(connection));
  }

  void requestBegins(HttpConnection connection) {
    left.replace(connection, REQUEST);
  }

  void requestEnds(HttpConnection connection) {
    left.replace(connection, PAUSE);
  }

  void tick() {
    left.replaceAll((connection, seconds) -> seconds - 1);
    List.copyOf(left.entrySet()).stream()
        .filter(entry -> entry.getValue() <= 0)
        .forEach(entry -> entry.getKey().close());
  }
}
