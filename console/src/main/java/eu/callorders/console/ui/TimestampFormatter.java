package eu.callorders.console.ui;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Formats instants in the time zone of this machine. */
public final class TimestampFormatter {
  private final DateTimeFormatter format;
  private final DateTimeFormatter dates;
  private final DateTimeFormatter iso;

  public TimestampFormatter() {
    Texts texts = Texts.of(TimestampFormatter.class);
    ZoneId here = ZoneId.systemDefault();
    format = formatter(texts.get("time.pattern")).withZone(here);
    dates = formatter(texts.get("date.pattern"));
    iso = DateTimeFormatter.ISO_OFFSET_DATE_TIME.withZone(here);
  }

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.getDefault());
  }

  /** Formats a timestamp of the service; other texts are returned unchanged. */
  public String text(String timestamp) {
    return format(timestamp, format);
  }

  /** ISO 8601 with UTC offset, for programs. */
  public String iso(String timestamp) {
    return format(timestamp, iso);
  }

  private static String format(String timestamp, DateTimeFormatter format) {
    try {
      return timestamp.isEmpty() ? "" : format.format(Instant.parse(timestamp));
    } catch (DateTimeException e) {
      return timestamp;
    }
  }

  /** Formats a date without a time zone; other texts are returned unchanged. */
  public String day(String date) {
    try {
      return date.isEmpty() ? "" : dates.format(LocalDate.parse(date));
    } catch (DateTimeException e) {
      return date;
    }
  }
}
