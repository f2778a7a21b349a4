package eu.callorders.server.http;

import eu.callorders.server.ratelimit.TenantSemaphore;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.UUID;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;

/**
 * Limits the rate of a tenant's large pages or bodies: a request keeps its permits until its bytes
 * are due. The response is sent at once.
 */
public final class BytePacer {
  /** Longer than the wait of a plain request, since each preceding page may take 250 ms. */
  private static final Duration MAX_PAGE_WAIT = Duration.ofSeconds(10);

  private static final int PROCESSORS_PER_PAGE = 2;
  private static final Rate PAGES = new Rate(256 * 1024, 16 << 20);

  private static final int SMALL_BODY = 4096;

  /** What follows from a body, as the calls of an order, costs far more than its acceptance. */
  private static final int BODY_BYTES_PER_PROCESSOR = 256 * 1024;

  /** Below the wait of a request for permits: one large body after the other is never refused. */
  private static final Duration MAX_PAUSE = Duration.ofSeconds(1);

  private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

  private final TenantSemaphore permits;
  private final Rate rate;
  private final InstantSource clock;
  private final Function<Duration, Future<?>> pause;

  /**
   * @param smallBytes up to this size a page or body delays nothing
   * @param perSecond bytes
   */
  record Rate(int smallBytes, int perSecond) {}

  /**
   * @param pause completes after the duration
   */
  BytePacer(
      TenantSemaphore permits,
      Rate rate,
      InstantSource clock,
      Function<Duration, Future<?>> pause) {
    this.permits = permits;
    this.rate = rate;
    this.clock = clock;
    this.pause = pause;
  }

  /** One concurrent page per two processors, with the timers of the caller's event loop. */
  static BytePacer ofPages(InstantSource clock) {
    int pages = Math.max(1, processors() / PROCESSORS_PER_PAGE);
    return new BytePacer(new TenantSemaphore(pages, MAX_PAGE_WAIT), PAGES, clock, BytePacer::timer);
  }

  /** For bodies of requests. */
  public static BytePacer ofBodies(InstantSource clock) {
    return ofBodies(TenantSemaphore.ofProcessors(), clock, BytePacer::timer);
  }

  static BytePacer ofBodies(
      TenantSemaphore permits, InstantSource clock, Function<Duration, Future<?>> pause) {
    Rate rate = new Rate(SMALL_BODY, processors() * BODY_BYTES_PER_PROCESSOR);
    return new BytePacer(permits, rate, clock, pause);
  }

  /** Never lets a request wait. */
  public static BytePacer unlimited(InstantSource clock) {
    return ofBodies(TenantSemaphore.unlimited(), clock, time -> Future.succeededFuture());
  }

  private static int processors() {
    return Runtime.getRuntime().availableProcessors();
  }

  private static Future<?> timer(Duration time) {
    return Vertx.currentContext().owner().timer(Math.max(1, time.toMillis()));
  }

  /**
   * Does work on the caller's event loop when the tenant has permits.
   *
   * @param needed permits
   * @param bytes of the page or body, once the work has succeeded
   * @return completes as soon as the work is done
   */
  Future<Reply> run(
      UUID tenantId, int needed, Supplier<Future<Reply>> work, ToIntFunction<Reply> bytes) {
    return run(tenantId, needed, rate.perSecond(), work, bytes);
  }

  /**
   * The same at a rate that the tenant has of its own.
   *
   * @param perSecond bytes
   */
  Future<Reply> run(
      UUID tenantId,
      int needed,
      int perSecond,
      Supplier<Future<Reply>> work,
      ToIntFunction<Reply> bytes) {
    Promise<Reply> done = Promise.promise();
    permits
        .run(
            tenantId,
            needed,
            () -> {
              Instant begin = clock.instant();
              return work.get()
                  .onSuccess(done::complete)
                  .compose(reply -> pauseAfter(bytes.applyAsInt(reply), perSecond, begin));
            })
        .onFailure(done::tryFail);
    return done.future();
  }

  private Future<?> pauseAfter(int bytes, int perSecond, Instant begin) {
    if (bytes <= rate.smallBytes()) {
      return Future.succeededFuture();
    }
    Duration ofBytes = Duration.ofNanos(bytes * NANOS_PER_SECOND / perSecond);
    Duration due = ofBytes.compareTo(MAX_PAUSE) < 0 ? ofBytes : MAX_PAUSE;
    Duration elapsed = Duration.between(begin, clock.instant());
    Duration remaining =
        elapsed.isNegative() ? due : due.minus(elapsed); // the clock may be set back
    return remaining.isPositive() ? pause.apply(remaining) : Future.succeededFuture();
  }
}
