package eu.callorders.server.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Reads and drops a body after the reply was sent. Closing at once would reset the connection
 * before the client has read the reply.
 */
final class BodyDiscarder {
  private static final long MAX_DROPPED_BYTES = 8L << 20;

  private BodyDiscarder() {}

  /** Whether the rest of the body is too large to drop; valid before the request has ended. */
  static boolean isTooLarge(HttpServerRequest request) {
    return !request.isEnded() && !BodyReader.hasAllowedLength(request);
  }

  static void drop(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    HttpConnection connection = request.connection();
    if (isTooLarge(request)) {
      request.endHandler(end -> connection.close());
    }
    AtomicLong dropped = new AtomicLong();
    request.handler(
        chunk -> {
          if (dropped.addAndGet(chunk.length()) > MAX_DROPPED_BYTES) {
            connection.close();
          }
        });
    request.resume();
  }
}
