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
 * The length of a wait: a duration, a date or clock time, or the later of both.
 *
 * @param after null: no duration
 * @param until null: neither date nor clock time
 */
public record Wait(@Nullable Between after, @Nullable Until until) {

  /** A random duration, {@code min} and {@code max} included. */
  public record Between(CalendarDuration min, CalendarDuration max) {}

  /**
   * A point in the person's calendar; at least one part is present.
   *
   * @param date null: any
   * @param time null: when calls are first permitted on that date
   */
  public record Until(@Nullable LocalDate date, @Nullable LocalTime time) {}

  /**
   * The end of the wait. May lie outside the window, and in the past, which means now; empty when
   * the window never opens on or after the date.
   *
   * @param from start of the step
   * @param zone the person's
   * @param window when the person may be called
   */
  public Optional<Instant> endsAt(
      Instant from, ZoneId zone, CallingWindow window, RandomGenerator random) {
    Instant earliest = after == null ? from : randomEnd(after, from, zone, random);
    if (until == null) {
      return Optional.of(earliest);
    }
    LocalDate date = until.date();
    LocalTime time = until.time();
    if (time == null) {
      Instant dayStart = date == null ? earliest : date.atStartOfDay(zone).toInstant();
      return window.nextPermitted(later(earliest, dayStart));
    }
    return Optional.of(
        date == null
            ? next(time, earliest, zone)
            : later(earliest, LocalTimeResolver.resolve(date.atTime(time), zone)));
  }

  private static Instant randomEnd(
      Between after, Instant from, ZoneId zone, RandomGenerator random) {
    Instant earliest = after.min().after(from, zone);
    long range = Duration.between(earliest, after.max().after(from, zone)).toMillis();
    return range > 0 ? earliest.plusMillis(random.nextLong(range + 1)) : earliest;
  }

  /** The first instant, {@code from} included, with that local time. */
  private static Instant next(LocalTime time, Instant from, ZoneId zone) {
    LocalDate today = from.atZone(zone).toLocalDate();
    Instant at = LocalTimeResolver.resolve(today.atTime(time), zone);
    return at.isBefore(from) ? LocalTimeResolver.resolve(today.plusDays(1).atTime(time), zone) : at;
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
