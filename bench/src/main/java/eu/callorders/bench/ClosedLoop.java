package eu.callorders.bench;

import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** So many clients, each of which sends its next request when the last one is answered. */
final class ClosedLoop {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Supplier<Future<Api.Answer>> request;
  private final int expected;
  private long[] nanos = new long[1 << 14];
  private int done;
  private int failed;
  private String firstFailure = "";

  /** What came of a run. */
  record Run(int done, double perSecond, Quantiles times, int failed, String firstFailure) {}

  private ClosedLoop(Supplier<Future<Api.Answer>> request, int expected) {
    this.request = request;
    this.expected = expected;
  }

  /**
   * Runs for a time.
   *
   * @param expected the status that counts as success
   */
  static Run during(
      Vertx vertx,
      int clients,
      double seconds,
      int expected,
      Supplier<Future<Api.Answer>> request) {
    long end = System.nanoTime() + (long) (seconds * NANOS_PER_SECOND);
    return new ClosedLoop(request, expected).run(vertx, clients, () -> System.nanoTime() < end);
  }

  /** Runs until so many requests have been sent. */
  static Run times(
      Vertx vertx, int clients, int requests, int expected, Supplier<Future<Api.Answer>> request) {
    int[] left = {requests};
    return new ClosedLoop(request, expected).run(vertx, clients, () -> left[0]-- > 0);
  }

  /** Everything happens on one event loop, so nothing here needs a lock. */
  private Run run(Vertx vertx, int clients, BooleanSupplier more) {
    Context loop = vertx.getOrCreateContext();
    Promise<Void> ended = Promise.promise();
    long begin = System.nanoTime();
    loop.runOnContext(
        ignored -> {
          List<Future<Void>> all =
              new ArrayList<>(IntStream.range(0, clients).mapToObj(i -> client(more)).toList());
          Future.join(all).<Void>mapEmpty().onComplete(ended);
        });
    ended.future().await();
    double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
    return new Run(
        done,
        done / seconds,
        new Quantiles(Arrays.copyOf(nanos, Math.max(1, done))),
        failed,
        firstFailure);
  }

  private Future<Void> client(BooleanSupplier more) {
    Promise<Void> ended = Promise.promise();
    next(more, ended);
    return ended.future();
  }

  private void next(BooleanSupplier more, Promise<Void> ended) {
    if (!more.getAsBoolean()) {
      ended.complete();
      return;
    }
    long begin = System.nanoTime();
    request
        .get()
        .onComplete(
            answer -> {
              if (answer.succeeded() && answer.result().status() == expected) {
                add(System.nanoTime() - begin);
              } else {
                failed(
                    answer.succeeded() ? answer.result().body().toString() : "" + answer.cause());
              }
              next(more, ended);
            });
  }

  private void failed(String why) {
    if (failed++ == 0) {
      firstFailure = why;
    }
  }

  private void add(long taken) {
    if (done == nanos.length) {
      nanos = Arrays.copyOf(nanos, 2 * done);
    }
    nanos[done++] = taken;
  }
}
