package eu.callorders.bench;

import java.time.Duration;

/** The share of the whole size that the environment's {@code BENCH_SCALE} names. */
public final class Scale {
  private static final double SHARE =
      Double.parseDouble(System.getenv().getOrDefault("BENCH_SCALE", "1"));

  private static final Duration WARM_UP = Duration.ofSeconds(60);

  private Scale() {}

  /** That share of a number of things, one at least. */
  public static int of(int whole) {
    return (int) Math.max(1, Math.round(whole * SHARE));
  }

  public static double share() {
    return SHARE;
  }

  /** How long the warm-up of a driver is at least. */
  public static Duration warmUp() {
    return Duration.ofNanos((long) (WARM_UP.toNanos() * SHARE));
  }

  /**
   * Repeats a driver's work unmeasured for that share of 60 s, once at least, so that compiled
   * code, caches and statistics of tables are those of a service that has run for a while.
   */
  public static void warmUp(Action work) throws Exception {
    long end = System.nanoTime() + warmUp().toNanos();
    do {
      work.run();
    } while (System.nanoTime() < end);
  }
}
