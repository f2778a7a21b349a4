package eu.callorders.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * Probabilities of faults, or their number per day.
 *
 * @param until no faults occur afterwards
 */
record Faults(
    Instant until,
    double commitFails,
    double commitOutcomeLost,
    double slow,
    double requestLost,
    double responseLost,
    double refused,
    double eventTwice,
    double eventLate,
    double eventMissing,
    double reportMissing,
    double crashes,
    double freezes,
    double databaseOutages,
    double gatewayOutages,
    double gatewayRestarts,
    double capacityCrunches) {

  /** Random per seed: a kind of fault may be absent or frequent. */
  static Faults of(SplittableRandom random, Instant until) {
    return new Faults(
        until,
        randomRate(random, 0.1),
        randomRate(random, 0.1),
        randomRate(random, 0.1),
        randomRate(random, 0.15),
        randomRate(random, 0.2),
        randomRate(random, 0.15),
        randomRate(random, 0.4),
        randomRate(random, 0.3),
        randomRate(random, 0.2),
        randomRate(random, 0.3),
        randomRate(random, 6),
        randomRate(random, 4),
        randomRate(random, 2),
        randomRate(random, 3),
        randomRate(random, 2),
        randomRate(random, 2));
  }

  private static double randomRate(SplittableRandom random, double max) {
    return random.nextInt(3) == 0 ? 0 : random.nextDouble() * max;
  }

  /** Repeats a fault at random intervals until faults end. */
  void recurring(VirtualScheduler world, double timesPerDay, Runnable fault) {
    if (timesPerDay <= 0) {
      return;
    }
    double wait = -Math.log(1 - world.random.nextDouble()) / timesPerDay;
    long millis = (long) (wait * Duration.ofDays(1).toMillis());
    Instant at = world.now().plusMillis(millis);
    if (at.isBefore(until)) {
      world.at(
          at,
          () -> {
            fault.run();
            recurring(world, timesPerDay, fault);
          });
    }
  }
}
