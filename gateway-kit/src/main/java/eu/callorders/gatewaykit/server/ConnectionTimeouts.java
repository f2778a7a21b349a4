package eu.callorders.gatewaykit.server;

import io.vertx.core.http.HttpConnection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Closes connections whose request, or the idle time before it, takes too long, even while bytes
 * arrive. Confined to one event loop; counts in ticks of a second.
 */
final class ConnectionTimeouts {
  private static final int REQUEST_SECONDS = 30;
  // Longer than the idle timeout of clients, so that they close first.
  private static final int IDLE_SECONDS = 75;

  private final Map<HttpConnection, Integer> secondsLeft = new HashMap<>();

  void opened(HttpConnection connection) {
    secondsLeft.put(connection, REQUEST_SECONDS);
    connection.closeHandler(closed -> secondsLeft.remove(connection));
  }

  void requestStarted(HttpConnection connection) {
    secondsLeft.replace(connection, REQUEST_SECONDS);
  }

  void requestEnded(HttpConnection connection) {
    secondsLeft.replace(connection, IDLE_SECONDS);
  }

  void tick() {
    secondsLeft.replaceAll((connection, seconds) -> seconds - 1);
    List.copyOf(secondsLeft.entrySet()).stream()
        .filter(entry -> entry.getValue() <= 0)
        .forEach(entry -> entry.getKey().close());
  }
}
