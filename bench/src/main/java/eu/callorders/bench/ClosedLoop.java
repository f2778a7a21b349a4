package eu.callorders.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** So many clients, each of which sends its next request when the last one is answered. */
public final class ClosedLoop {
  private static final double NANOS_PER_SECOND = 1e9;

  private final Supplier<Future<Api.Answer>> request;
  private final int expected;
  private final BooleanSupplier more;
  private final LongStream.Builder nanos = LongStream.builder();
  private int failed;
  private String firstFailure = "";

  private ClosedLoop(Supplier<Future<Api.Answer>> request, int expected, BooleanSupplier more) {
    this.request = request;
    this.expected = expected;
    this.more = more;
  }

  public record Run(double perSecond, Quantiles times, int failed) {
    int done() {
      return times.count();
    }

    /** Throws unless every request was answered as expected. */
    public void requireAll() {
      if (failed > 0) {
        throw new IllegalStateException(failed + " refused");
      }
    }
  }

  /** Runs for so many seconds; the expected status counts as success. */
  static Run during(
      Api api, int clients, double seconds, int expected, Supplier<Future<Api.Answer>> request) {
    long end = System.nanoTime() + (long) (seconds * NANOS_PER_SECOND);
    return new ClosedLoop(request, expected, () -> System.nanoTime() < end)
        .run(api.vertx(), clients);
  }

  static Run times(
      Api api, int clients, int requests, int expected, Supplier<Future<Api.Answer>> request) {
    return times(api.vertx(), clients, requests, expected, request);
  }

  public static Run times(
      Vertx vertx, int clients, int requests, int expected, Supplier<Future<Api.Answer>> request) {
    int[] left = {requests};
    return new ClosedLoop(request, expected, () -> left[0]-- > 0).run(vertx, clients);
  }

  /** Everything happens on one event loop, so nothing here needs a lock. */
  private Run run(Vertx vertx, int clients) {
    Promise<Void> ended = Promise.promise();
    long begin = System.nanoTime();
    vertx
        .getOrCreateContext()
        .runOnContext(
            ignored -> {
              List<Future<Void>> all =
                  IntStream.range(0, clients).mapToObj(client -> client()).toList();
              Future.join(all).<Void>mapEmpty().onComplete(ended);
            });
    ended.future().await();
    double seconds = (System.nanoTime() - begin) / NANOS_PER_SECOND;
    if (failed > 0) {
      System.err.println(failed + " refused, first " + firstFailure);
    }
    Quantiles times = new Quantiles(nanos.build());
    return new Run(times.count() / seconds, times, failed);
  }

  private Future<Void> client() {
    Promise<Void> ended = Promise.promise();
    next(ended);
    return ended.future();
  }

  private void next(Promise<Void> ended) {
    if (!more.getAsBoolean()) {
      ended.complete();
      return;
    }
    long begin = System.nanoTime();
    request
        .get()
        .onComplete(
            (answer, failure) -> {
              if (failure == null && answer.status() == expected) {
                nanos.add(System.nanoTime() - begin);
              } else if (failed++ == 0) {
                firstFailure = failure == null ? answer.body().toString() : failure.toString();
              }
              next(ended);
            });
  }
}
