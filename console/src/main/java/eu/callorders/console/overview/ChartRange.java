package eu.callorders.console.overview;

import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The time that the charts show, and its steps. */
enum ChartRange {
  /** What has been seen since connecting. */
  LAST_HOUR(0, Duration.ZERO),
  HOURS_24(24, Duration.ofHours(1)),
  DAYS_7(7, Duration.ofDays(1)),
  DAYS_30(30, Duration.ofDays(1));

  private final int steps;
  private final Duration step;

  ChartRange(int steps, Duration step) {
    this.steps = steps;
    this.step = step;
  }

  /** Its text is {@code range.KEY}. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The length of a step, unless the clocks change in it. */
  Duration step() {
    return step;
  }

  /**
   * Where each step begins, and where the last one ends, which contains the present. A day begins
   * with the hour of UTC that contains its midnight, since the service counts such hours.
   */
  List<Instant> bounds(Instant now, ZoneId zone) {
    if (this == HOURS_24) {
      Instant hour = now.truncatedTo(ChronoUnit.HOURS);
      return IntStream.rangeClosed(1 - steps, 1)
          .mapToObj(hours -> hour.plus(Duration.ofHours(hours)))
          .toList();
    }
    LocalDate today = LocalDate.ofInstant(now, zone);
    return Stream.iterate(today.plusDays(1L - steps), day -> day.plusDays(1))
        .limit(steps + 1L)
        .map(day -> day.atStartOfDay(zone).toInstant().truncatedTo(ChronoUnit.HOURS))
        .toList();
  }
}
