package eu.callorders.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;

/**
 * How often what goes wrong; shares of 1, or times a day.
 *
 * @param until from then on nothing goes wrong any more
 */
record Faults(
    Instant until,
    double commitFails,
    double commitUntold,
    double slow,
    double requestLost,
    double answerLost,
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

  /** Each seed has faults of its own: some have none of a kind, some have many. */
  static Faults of(SplittableRandom random, Instant until) {
    return new Faults(
        until,
        some(random, 0.1),
        some(random, 0.1),
        some(random, 0.1),
        some(random, 0.15),
        some(random, 0.2),
        some(random, 0.15),
        some(random, 0.4),
        some(random, 0.3),
        some(random, 0.2),
        some(random, 0.3),
        some(random, 6),
        some(random, 4),
        some(random, 2),
        some(random, 3),
        some(random, 2),
        some(random, 2));
  }

  private static double some(SplittableRandom random, double most) {
    return random.nextInt(3) == 0 ? 0 : random.nextDouble() * most;
  }

  /** Lets something happen so many times a day, as long as there are faults at all. */
  void recurring(VirtualScheduler world, double timesADay, Runnable fault) {
    if (timesADay <= 0) {
      return;
    }
    double wait = -Math.log(1 - world.random.nextDouble()) / timesADay;
    long millis = (long) (wait * Duration.ofDays(1).toMillis());
    Instant at = world.now().plusMillis(millis);
    if (at.isBefore(until)) {
      world.at(
          at,
          () -> {
            fault.run();
            recurring(world, timesADay, fault);
          });
    }
  }
}
