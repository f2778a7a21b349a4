package eu.callorders.server.http;

import eu.callorders.server.ratelimit.TenantSemaphore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Limits the rate at which a tenant reads large pages: after one, the tenant's next page waits
 * until the bytes of this one are due.
 */
final class PagePacer {
  /** Pages up to this size cause no delay. */
  private static final int SMALL_PAGE = 256 * 1024;

  private static final int BYTES_PER_SECOND = 16 << 20;

  /** Longer than the wait of a plain request, since each preceding page may take 250 ms. */
  private static final Duration MAX_WAIT = Duration.ofSeconds(10);

  private static final int PROCESSORS_PER_PAGE = 2;

  private final TenantSemaphore permits;
  private final InstantSource clock;
  private final Function<Duration, Future<?>> pause;

  /**
   * @param permits one permit per concurrent page
   * @param pause completes after the duration
   */
  PagePacer(TenantSemaphore permits, InstantSource clock, Function<Duration, Future<?>> pause) {
    this.permits = permits;
    this.clock = clock;
    this.pause = pause;
  }

  /** One concurrent page per two processors, with the timers of the caller's event loop. */
  static PagePacer ofProcessors(InstantSource clock) {
    int pages = Math.max(1, Runtime.getRuntime().availableProcessors() / PROCESSORS_PER_PAGE);
    return new PagePacer(new TenantSemaphore(pages, MAX_WAIT), clock, PagePacer::timer);
  }

  private static Future<?> timer(Duration time) {
    return Vertx.currentContext().owner().timer(time.toMillis());
  }

  /**
   * Builds a page on the caller's event loop when the tenant has a permit.
   *
   * @return completes as soon as the page is built
   */
  Future<Reply> run(UUID tenantId, Supplier<Future<Reply>> page) {
    Promise<Reply> built = Promise.promise();
    permits
        .run(
            tenantId,
            1,
            () -> {
              Instant begin = clock.instant();
              return page.get()
                  .onSuccess(built::complete)
                  .compose(reply -> pauseAfter(reply, begin));
            })
        .onFailure(built::tryFail);
    return built.future();
  }

  private Future<?> pauseAfter(Reply reply, Instant begin) {
    Buffer body = reply.body();
    if (body == null || body.length() <= SMALL_PAGE) {
      return Future.succeededFuture();
    }
    Duration due = Duration.ofMillis(body.length() * 1000L / BYTES_PER_SECOND);
    Duration elapsed = Duration.between(begin, clock.instant());
    Duration remaining =
        elapsed.isNegative() ? due : due.minus(elapsed); // the clock may be set back
    return remaining.isPositive() ? pause.apply(remaining) : Future.succeededFuture();
  }
}
