package eu.callorders.console.overview;

/** Where an axis ends, so that its four ticks are round numbers. */
final class Scale {
  static final int TICKS = 4;

  private static final int[] STEPS = {1, 2, 5, 10};

  private Scale() {}

  /** The distance of the ticks; four of them reach beyond {@code most}. */
  static long tick(long most) {
    long power = 1;
    while (power * STEPS[STEPS.length - 1] * TICKS < most) {
      power *= STEPS[STEPS.length - 1];
    }
    for (int step : STEPS) {
      if (step * power * TICKS >= most) {
        return step * power;
      }
    }
    throw new AssertionError(most);
  }
}
