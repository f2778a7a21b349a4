package eu.callorders.server;

import eu.callorders.db.TestDatabase;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Runs two tasks in an order that database locks force. The first is stopped at a late write,
 * holding its locks with nothing committed. Then the second runs until it waits or ends; then the
 * first continues and commits.
 *
 * @param outcome how far the second got while the first was stopped
 */
public record Race<A, B>(A first, B second, RaceOutcome outcome) {

  /** How far the second task got. */
  public enum RaceOutcome {
    /** It waited for a lock of the first. */
    WAITED,
    /** It ended without waiting. */
    ENDED,
    /** It reached the same write as the first. */
    REACHED_SAME_WRITE
  }

  /**
   * @param table the first is stopped at its write to this table
   * @throws Exception thrown by either task
   */
  public static <A, B> Race<A, B> run(
      String table, Vertx vertx, TestDatabase database, Callable<A> first, Callable<B> second)
      throws Exception {
    return run(HeldLocks.ofTable(vertx, database, table), first, second);
  }

  /**
   * @param stop locks that stop the first
   * @throws Exception thrown by either task
   */
  public static <A, B> Race<A, B> run(HeldLocks stop, Callable<A> first, Callable<B> second)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        stop) {
      Future<A> one = threads.submit(first);
      int firstPid = stop.awaitWaiter();
      Future<B> other = threads.submit(second);
      RaceOutcome meeting =
          Await.until(
              "the second waits or is done", () -> outcome(stop, firstPid, other), m -> m != null);
      stop.release();
      return new Race<>(result(one), result(other), meeting);
    }
  }

  private static RaceOutcome outcome(HeldLocks stop, int firstPid, Future<?> second) {
    if (!stop.waitingFor(firstPid).isEmpty()) {
      return RaceOutcome.WAITED;
    }
    if (stop.waiting().size() > 1) {
      return RaceOutcome.REACHED_SAME_WRITE;
    }
    return second.isDone() ? RaceOutcome.ENDED : null;
  }

  private static <T> T result(Future<T> done) throws Exception {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
