package eu.callorders.server;

import eu.callorders.db.TestDatabase;
import io.vertx.core.Vertx;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Two who meet, in an order that the database forces. The first is stopped at something that it
 * writes late: it has its locks then, and nobody sees anything of it. Only then the second sets
 * out, and goes as far as it can; only then the first may go on and commit.
 *
 * @param meeting what became of the second while the first was stopped
 */
public record Race<A, B>(A first, B second, Meeting meeting) {

  /** How far the second came. */
  public enum Meeting {
    /** It stood before a lock of the first. */
    WAITED,
    /** It ended, without having waited. */
    ENDED,
    /** It came as far as the first. */
    CAUGHT_UP
  }

  /**
   * Has two meet.
   *
   * @param table the first is stopped when it wants to write into this one
   * @throws Exception what either of them has thrown
   */
  public static <A, B> Race<A, B> at(
      String table, Vertx vertx, TestDatabase database, Callable<A> first, Callable<B> second)
      throws Exception {
    return at(HeldLocks.ofTable(vertx, database, table), first, second);
  }

  /**
   * Has two meet.
   *
   * @param stop before which the first is stopped
   * @throws Exception what either of them has thrown
   */
  public static <A, B> Race<A, B> at(HeldLocks stop, Callable<A> first, Callable<B> second)
      throws Exception {
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        stop) {
      Future<A> one = threads.submit(first);
      int ahead = stop.awaitWaiter();
      Future<B> other = threads.submit(second);
      Meeting meeting =
          Await.until(
              "the second waits or is done", () -> meeting(stop, ahead, other), m -> m != null);
      stop.release();
      return new Race<>(result(one), result(other), meeting);
    }
  }

  private static Meeting meeting(HeldLocks stop, int ahead, Future<?> second) {
    if (!stop.waitingFor(ahead).isEmpty()) {
      return Meeting.WAITED;
    }
    if (stop.waiting().size() > 1) {
      return Meeting.CAUGHT_UP;
    }
    return second.isDone() ? Meeting.ENDED : null;
  }

  private static <T> T result(Future<T> done) throws Exception {
    try {
      return done.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof Exception cause ? cause : e;
    }
  }
}
