package eu.callorders.server.database;

import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import java.time.Duration;

/**
 * A time limit of a response. Its parts start one after the other, each when the event loop has
 * seen the end of the one before: an event loop without processor time extends the limit.
 */
final class ResponseLimit {
  private static final int PARTS = 8;

  private ResponseLimit() {}

  /** Fails the result at the limit. */
  static void start(Vertx vertx, Duration limit, Promise<?> result) {
    failAfter(vertx, limit.dividedBy(PARTS), PARTS, result);
  }

  private static void failAfter(Vertx vertx, Duration part, int parts, Promise<?> result) {
    if (parts == 0) {
      result.tryFail(new VertxException("no response in time", true));
    } else if (!result.future().isComplete()) {
      vertx.setTimer(part.toMillis(), ignored -> failAfter(vertx, part, parts - 1, result));
    }
  }
}
