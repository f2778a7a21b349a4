package eu.callorders.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/** Requests at a rate of their own, whatever becomes of those before them. */
final class OpenLoop {
  private static final double NANOS_PER_SECOND = 1e9;
  private static final int TICK_MILLIS = 1;

  private final Vertx vertx;
  private final Supplier<Future<Api.Answer>> request;
  private final double perSecond;
  private final int mostUnderWay;
  private final Map<Integer, LongStream.Builder> byStatus = new TreeMap<>();
  private final Promise<Void> ended = Promise.promise();
  private int sent;
  private int heldBack;
  private int underWay;
  private int lost;
  private int withoutRetryAfter;
  private boolean over;

  /** How many were sent, held back since too many were under way, and lost without an answer. */
  record Run(
      int sent, int heldBack, int lost, int withoutRetryAfter, Map<Integer, Quantiles> byStatus) {
    int answers(int status) {
      return byStatus.getOrDefault(status, new Quantiles(List.of())).count();
    }
  }

  private OpenLoop(
      Vertx vertx, double perSecond, int mostUnderWay, Supplier<Future<Api.Answer>> request) {
    this.vertx = vertx;
    this.request = request;
    this.perSecond = perSecond;
    this.mostUnderWay = mostUnderWay;
  }

  /** Sends for so many seconds; requests beyond the most under way are counted and not sent. */
  static Run during(
      Api api,
      double perSecond,
      double seconds,
      int mostUnderWay,
      Supplier<Future<Api.Answer>> request) {
    return new OpenLoop(api.vertx(), perSecond, mostUnderWay, request).run(seconds);
  }

  /** Everything happens on one event loop, so nothing here needs a lock. */
  private Run run(double seconds) {
    long begin = System.nanoTime();
    vertx
        .getOrCreateContext()
        .runOnContext(
            ignored -> vertx.setPeriodic(TICK_MILLIS, timer -> tick(timer, begin, seconds)));
    ended.future().await();
    Map<Integer, Quantiles> times = new TreeMap<>();
    byStatus.forEach((status, nanos) -> times.put(status, new Quantiles(nanos.build())));
    return new Run(sent, heldBack, lost, withoutRetryAfter, times);
  }

  private void tick(long timer, long begin, double seconds) {
    double since = (System.nanoTime() - begin) / NANOS_PER_SECOND;
    double due = Math.min(since, seconds) * perSecond;
    while (sent + heldBack < due) {
      if (underWay < mostUnderWay) {
        send();
      } else {
        heldBack++;
      }
    }
    if (since >= seconds) {
      vertx.cancelTimer(timer);
      over = true;
      endIfDone();
    }
  }

  private void send() {
    sent++;
    underWay++;
    long begin = System.nanoTime();
    request
        .get()
        .onComplete(
            (answer, failure) -> {
              underWay--;
              if (failure == null) {
                count(answer, System.nanoTime() - begin);
              } else if (lost++ == 0) {
                System.err.println("lost: " + failure);
              }
              endIfDone();
            });
  }

  private void count(Api.Answer answer, long taken) {
    byStatus.computeIfAbsent(answer.status(), ignored -> LongStream.builder()).add(taken);
    boolean refused = answer.status() == 429 || answer.status() == 503;
    withoutRetryAfter += refused && !answer.saysWhenToRetry() ? 1 : 0;
  }

  private void endIfDone() {
    if (over && underWay == 0) {
      ended.tryComplete();
    }
  }
}
