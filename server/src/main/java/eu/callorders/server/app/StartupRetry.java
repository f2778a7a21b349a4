package eu.callorders.server.app;

import eu.callorders.db.UnreachableDatabaseException;
import eu.callorders.server.database.DatabaseFailures;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Repeats a step of the start, every second, while the database does not respond. */
final class StartupRetry {
  static final Duration LIMIT = Duration.ofSeconds(60);

  private static final Logger LOG = LoggerFactory.getLogger(StartupRetry.class);
  private static final Duration PAUSE = Duration.ofSeconds(1);
  private static final Duration POLL = Duration.ofMillis(50);

  private final Duration limit;
  private final BooleanSupplier stopping;

  /**
   * @param limit of the repetitions of one step
   * @param stopping ends the repetitions
   */
  StartupRetry(Duration limit, BooleanSupplier stopping) {
    this.limit = limit;
    this.stopping = stopping;
  }

  /** As {@link #run(Supplier)}, without a result. */
  void run(Runnable step) {
    run(
        () -> {
          step.run();
          return true;
        });
  }

  /**
   * Runs a step that fails with {@link UnreachableDatabaseException} or a transient failure of the
   * database while the database does not respond.
   *
   * @throws UnreachableDatabaseException at the limit
   */
  <T extends @Nullable Object> T run(Supplier<T> step) {
    long deadline = System.nanoTime() + limit.toNanos();
    boolean waited = false;
    while (true) {
      try {
        T result = step.get();
        if (waited) {
          LOG.info("the database responds");
        }
        return result;
      } catch (Exception e) { // awaiting throws undeclared checked exceptions
        UnreachableDatabaseException unreachable = unreachable(e);
        if (unreachable == null) {
          throw e;
        }
        if (stopping.getAsBoolean() || System.nanoTime() - deadline >= 0) {
          throw unreachable;
        }
        if (!waited) {
          LOG.warn(
              "waiting up to {} s for the database: {}",
              limit.toSeconds(),
              unreachable.getMessage());
        }
        waited = true;
      }
      pause();
    }
  }

  private static @Nullable UnreachableDatabaseException unreachable(Exception failure) {
    if (failure instanceof UnreachableDatabaseException unreachable) {
      return unreachable;
    }
    return DatabaseFailures.isTransient(failure)
        ? new UnreachableDatabaseException(
            "the database does not respond: " + failure.getMessage(), failure)
        : null;
  }

  private void pause() {
    long end = System.nanoTime() + PAUSE.toNanos();
    while (System.nanoTime() - end < 0 && !stopping.getAsBoolean()) {
      LockSupport.parkNanos(POLL.toNanos());
    }
  }
}
