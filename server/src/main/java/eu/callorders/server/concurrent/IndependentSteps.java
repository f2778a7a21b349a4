package eu.callorders.server.concurrent;

import io.vertx.core.Future;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Steps of one round of a loop that do not depend on each other: each runs whatever others do. */
public final class IndependentSteps {
  private IndependentSteps() {}

  /**
   * Runs every step, in order. Blocks a virtual thread. Throws the first failure, checked or not,
   * after the last step; the other failures are suppressed by it.
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
    } catch (Throwable e) { // awaiting throws checked ones too, undeclared
      ProcessExit.haltIfOutOfMemory(e);
      return e;
    }
  }
}
