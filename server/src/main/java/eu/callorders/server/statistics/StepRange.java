package eu.callorders.server.statistics;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Steps of equal length; the last one ends at {@code to} and may be shorter.
 *
 * @param from a full hour
 * @param to a later full hour
 * @param step whole hours
 */
public record StepRange(Instant from, Instant to, Duration step) {

  /** The steps of the hours in which these instants lie, and of those between them. */
  public static StepRange covering(Instant from, Instant to, Duration step) {
    Instant lastHour = to.truncatedTo(ChronoUnit.HOURS);
    return new StepRange(
        from.truncatedTo(ChronoUnit.HOURS),
        lastHour.equals(to) ? to : lastHour.plus(1, ChronoUnit.HOURS),
        step);
  }

  public long size() {
    return Math.ceilDiv(Duration.between(from, to).toSeconds(), step.toSeconds());
  }

  /** When a step begins, counted from zero. */
  public Instant start(int index) {
    return from.plus(step.multipliedBy(index));
  }
}
