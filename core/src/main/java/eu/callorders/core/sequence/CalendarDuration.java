package eu.callorders.core.sequence;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A duration of calendar days, then hours and minutes.
 *
 * @param days of the person's calendar; one may last 23 or 25 hours
 * @param time added after the days
 */
public record CalendarDuration(int days, Duration time) implements Comparable<CalendarDuration> {
  private static final Pattern ISO =
      Pattern.compile("P(?:(\\d{1,6})D)?(?:T(?=\\d)(?:(\\d{1,6})H)?(?:(\\d{1,6})M)?)?");

  /** Parses {@code P[nD][T[nH][nM]]}; empty for any other text. */
  public static Optional<CalendarDuration> parse(String text) {
    Matcher matcher = ISO.matcher(text);
    if (!matcher.matches() || text.equals("P")) {
      return Optional.empty();
    }
    Duration time = Duration.ofHours(number(matcher, 2)).plusMinutes(number(matcher, 3));
    return Optional.of(new CalendarDuration(number(matcher, 1), time));
  }

  private static int number(Matcher matcher, int group) {
    return matcher.group(group) == null ? 0 : Integer.parseInt(matcher.group(group));
  }

  /** Adds the days to the local date, at the same time of day, then the time. */
  public Instant after(Instant from, ZoneId zone) {
    Instant day =
        days == 0
            ? from
            : LocalTimeResolver.resolve(from.atZone(zone).toLocalDateTime().plusDays(days), zone);
    return day.plus(time);
  }

  /** By length, a day counted as 24 hours. */
  @Override
  public int compareTo(CalendarDuration other) {
    return Duration.ofDays(days).plus(time).compareTo(Duration.ofDays(other.days).plus(other.time));
  }
}
