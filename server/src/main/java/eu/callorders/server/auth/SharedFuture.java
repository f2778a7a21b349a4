package eu.callorders.server.auth;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;

/** Shares a future between event loops. */
final class SharedFuture {
  private SharedFuture() {}

  /** A future of the same result that completes on the caller's context. */
  static <T> Future<T> onCallersContext(Vertx vertx, Future<T> future) {
    if (future.succeeded()) {
      return Future.succeededFuture(future.result());
    }
    Context context = vertx.getOrCreateContext();
    Promise<T> promise = Promise.promise();
    future.onComplete(
        (result, failure) ->
            context.runOnContext(
                ignored -> {
                  if (failure == null) {
                    promise.complete(result);
                  } else {
                    promise.fail(failure);
                  }
                }));
    return promise.future();
  }
}
