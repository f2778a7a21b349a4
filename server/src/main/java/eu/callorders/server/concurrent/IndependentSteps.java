package eu.callorders.server.concurrent;

import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Runs the steps of a round even if some of them fail. */
public final class IndependentSteps {
  private IndependentSteps() {}

  /**
   * Runs every step in order, then throws the first failure, with the others suppressed. Blocks.
   */
  public static void run(List<Runnable> steps) {
    Throwable first = null;
    for (Runnable step : steps) {
      Throwable failure = run(step);
      if (first == null) {
        first = failure;
      } else if (failure != null && !failure.equals(first)) {
        first.addSuppressed(failure);
      }
    }
    if (first != null) {
      BoundedWait.await(Future.failedFuture(first));
    }
  }

  private static @Nullable Throwable run(Runnable step) {
    try {
      step.run();
      return null;
    } catch (Throwable e) { // await throws undeclared checked exceptions too
      ProcessExit.haltIfOutOfMemory(e);
      return e;
    }
  }
}
