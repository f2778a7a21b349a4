package eu.callorders.server.http;

import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.atomic.AtomicLong;

/**
 * What becomes of a body that nobody will read: it is taken off the wire and dropped, so that the
 * answer arrives. Closing at once would reset the connection under it.
 */
final class BodyDiscarder {
  private static final long MOST_DROPPED = 8L << 20;

  private BodyDiscarder() {}

  /** Whether the connection is not worth keeping for what may still come; asked before the end. */
  static boolean isTooMuch(HttpServerRequest request) {
    return !request.isEnded() && !BodyReader.isOfModestLength(request);
  }

  /** Drops the rest; the answer has been given. */
  static void drop(HttpServerRequest request) {
    if (request.isEnded()) {
      return;
    }
    HttpConnection connection = request.connection();
    if (isTooMuch(request)) {
      request.endHandler(end -> connection.close());
    }
    AtomicLong dropped = new AtomicLong();
    request.handler(
        chunk -> {
          if (dropped.addAndGet(chunk.length()) > MOST_DROPPED) {
            connection.close();
          }
        });
    request.resume();
  }
}
