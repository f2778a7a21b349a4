package eu.callorders.bench;

/**
 * How large a measurement is: whole, or a share of it that the environment's {@code BENCH_SCALE}
 * names. Figures of a share say that the driver works, and little more.
 */
public final class Scale {
  private static final double SHARE =
      Double.parseDouble(System.getenv().getOrDefault("BENCH_SCALE", "1"));

  private Scale() {}

  /** That share of a number of things, one at least. */
  public static int of(int whole) {
    return (int) Math.max(1, Math.round(whole * SHARE));
  }

  public static double share() {
    return SHARE;
  }
}
