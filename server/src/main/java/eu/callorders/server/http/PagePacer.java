package eu.callorders.server.http;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Bounds the rate at which a tenant reads large pages: after such a page, its next page waits until
 * the bytes of this one are due. It delays pages only, and leaves processors to other tenants.
 */
final class PagePacer {
  /** Smaller pages cost others little: after them, nothing waits. */
  private static final int SMALL_PAGE = 256 * 1024;

  private static final int BYTES_PER_SECOND = 16 << 20;

  /** Longer than that of a request, since a page before it may take a quarter of a second. */
  private static final Duration LONGEST_WAIT = Duration.ofSeconds(10);

  private static final int PROCESSORS_PER_PAGE = 2;

  private final TenantSemaphore turns;
  private final InstantSource clock;
  private final Function<Duration, Future<?>> pause;

  /**
   * Paces as many pages of a tenant at once as the permits suffice for.
   *
   * @param turns one permit for each of these pages
   * @param pause is done after that time
   */
  PagePacer(TenantSemaphore turns, InstantSource clock, Function<Duration, Future<?>> pause) {
    this.turns = turns;
    this.clock = clock;
    this.pause = pause;
  }

  /** With the timers of the caller's event loop, one page at once for two processors. */
  static PagePacer ofProcessors(InstantSource clock) {
    int pages = Math.max(1, Runtime.getRuntime().availableProcessors() / PROCESSORS_PER_PAGE);
    return new PagePacer(new TenantSemaphore(pages, LONGEST_WAIT), clock, PagePacer::timer);
  }

  private static Future<?> timer(Duration time) {
    return Vertx.currentContext().owner().timer(time.toMillis());
  }

  /**
   * Builds a page when it is the tenant's turn, on the event loop of the caller.
   *
   * @return the page, as soon as it is built
   */
  Future<Reply> run(UUID tenantId, Supplier<Future<Reply>> page) {
    Promise<Reply> built = Promise.promise();
    turns
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
    String body = reply.body();
    if (body == null || body.length() <= SMALL_PAGE) {
      return Future.succeededFuture();
    }
    Duration due = Duration.ofMillis(body.length() * 1000L / BYTES_PER_SECOND);
    Duration elapsed = Duration.between(begin, clock.instant());
    Duration rest = elapsed.isNegative() ? due : due.minus(elapsed); // clocks may be set back
    return rest.isPositive() ? pause.apply(rest) : Future.succeededFuture();
  }
}
