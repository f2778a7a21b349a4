package eu.callorders.bench;

import java.time.Duration;

/**
 * Repeats a driver's work unmeasured for 60 s before it measures, so that compiled code, caches and
 * statistics of tables are those of a service that has run for a while.
 */
public final class WarmUp {
  private static final Duration WHOLE = Duration.ofSeconds(60);

  private final long end = System.nanoTime() + (long) (WHOLE.toNanos() * Scale.share());

  private WarmUp() {}

  /** {@code BENCH_SCALE} shortens it. */
  public static WarmUp start() {
    return new WarmUp();
  }

  public boolean isRunning() {
    return System.nanoTime() < end;
  }
}
