package eu.callorders.server.cli.preview;

import eu.callorders.server.cli.preview.TimelineRows.Row;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Renders a forecast as text, in the subject's local time. */
final class TextTimeline {
  private static final DateTimeFormatter MINUTE =
      DateTimeFormatter.ofPattern("EEE uuuu-MM-dd HH:mm", Locale.ENGLISH);
  private static final DateTimeFormatter DAY =
      DateTimeFormatter.ofPattern("EEE uuuu-MM-dd", Locale.ENGLISH);
  private static final DateTimeFormatter CLOCK = DateTimeFormatter.ofPattern("HH:mm", Locale.ROOT);
  private static final String LINE = "%-20s %-20s %-22s %-22s %-22s %s%n";

  private TextTimeline() {}

  static String of(Forecast forecast, String subject) {
    ZoneId zone = forecast.subject().zone();
    StringBuilder text = new StringBuilder();
    text.append(
        "%s%nenrolled %s, %s%n%n"
            .formatted(forecast.title(), minute(forecast.from(), zone), subject));
    text.append(
        LINE.formatted(
            "step",
            "what",
            "at the earliest",
            "with seed " + forecast.seed(),
            "at the latest",
            "may be dialed"));
    TimelineRows.of(forecast).forEach(row -> text.append(line(row, zone)));
    text.append("%nclosed on the way:%n".formatted());
    forecast.closed().forEach((day, reason) -> text.append(closed(Map.entry(day, reason))));
    text.append(
        """

        At the earliest: shortest waits, and every order ends after its first dial. In the other columns no
        call is answered. No exit condition is met. Order types and tenant add no restrictions.
        """);
    return text.toString().replaceAll("[ ]+\n", "\n");
  }

  private static String line(Row row, ZoneId zone) {
    String open =
        row.dial() == null
            ? ""
            : clock(row.dial().permitted().from(), zone)
                + "-"
                + clock(row.dial().permitted().to(), zone);
    return LINE.formatted(
        row.step(),
        row.event(),
        minute(row.earliest(), zone),
        minute(row.drawn(), zone),
        minute(row.latest(), zone),
        open);
  }

  private static String closed(Map.Entry<LocalDate, String> day) {
    return "  %s %s%n".formatted(DAY.format(day.getKey()), day.getValue());
  }

  private static String clock(Instant instant, ZoneId zone) {
    return CLOCK.format(instant.atZone(zone));
  }

  static String minute(@Nullable Instant instant, ZoneId zone) {
    return instant == null ? "-" : MINUTE.format(instant.atZone(zone));
  }
}
