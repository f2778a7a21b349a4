package eu.callorders.core.sequence;

import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/**
 * How long a step waits: for a span, for a date or clock time, or for the later of both.
 *
 * @param after null: no span
 * @param until null: neither date nor clock time
 */
public record Wait(@Nullable Between after, @Nullable Until until) {

  /** A span drawn by chance, {@code min} and {@code max} included; equal: exactly that long. */
  public record Between(CalendarDuration min, CalendarDuration max) {}

  /**
   * A point in the person's calendar, at least one of its two parts.
   *
   * @param date null: any
   * @param time null: when calls are first permitted on that date
   */
  public record Until(@Nullable LocalDate date, @Nullable LocalTime time) {}

  /**
   * When to wake. May lie outside the window, and in the past, which is now; empty when the window
   * never opens on or after the date that is waited for.
   *
   * @param from when the step was entered
   * @param zone the person's
   * @param window when the person may be called
   */
  public Optional<Instant> wakeUp(
      Instant from, ZoneId zone, CallingWindow window, RandomGenerator chance) {
    Instant rested = after == null ? from : drawn(after, from, zone, chance);
    if (until == null) {
      return Optional.of(rested);
    }
    LocalDate date = until.date();
    LocalTime time = until.time();
    if (time == null) {
      Instant dawn = date == null ? rested : date.atStartOfDay(zone).toInstant();
      return window.nextPermitted(later(rested, dawn));
    }
    return Optional.of(
        date == null
            ? next(time, rested, zone)
            : later(rested, LocalTimeResolver.at(date.atTime(time), zone)));
  }

  private static Instant drawn(Between after, Instant from, ZoneId zone, RandomGenerator chance) {
    Instant earliest = after.min().after(from, zone);
    long room = Duration.between(earliest, after.max().after(from, zone)).toMillis();
    return room > 0 ? earliest.plusMillis(chance.nextLong(room + 1)) : earliest;
  }

  /** The first instant, {@code from} included, at which clocks show that time. */
  private static Instant next(LocalTime time, Instant from, ZoneId zone) {
    LocalDate today = from.atZone(zone).toLocalDate();
    Instant at = LocalTimeResolver.at(today.atTime(time), zone);
    return at.isBefore(from) ? LocalTimeResolver.at(today.plusDays(1).atTime(time), zone) : at;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
