package eu.callorders.gatewaykit;

import io.vertx.core.Future;
import java.util.concurrent.TimeUnit;

/** Waits for a future on the thread of a test. */
public final class BoundedWait {
  private static final long TIMEOUT_SECONDS = 60;

  private BoundedWait() {}

  public static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(TIMEOUT_SECONDS, TimeUnit.SECONDS);
  }
}
