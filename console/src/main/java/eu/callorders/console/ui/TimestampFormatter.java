package eu.callorders.console.ui;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants as the operator reads them, in the time zone of this machine. */
public final class TimestampFormatter {
  private final DateTimeFormatter format;
  private final DateTimeFormatter dates;
  private final DateTimeFormatter exact;

  public TimestampFormatter() {
    Texts texts = Texts.beside(TimestampFormatter.class);
    ZoneId here = ZoneId.systemDefault();
    format = formatter(texts.get("time.pattern")).withZone(here);
    dates = formatter(texts.get("date.pattern"));
    exact = DateTimeFormatter.ISO_OFFSET_DATE_TIME.withZone(here);
  }

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.getDefault());
  }

  /** A timestamp of the service; what is none is shown as it is. */
  public String text(String timestamp) {
    return written(timestamp, format);
  }

  /** The same for programs: by ISO 8601, with what it is ahead of UTC. */
  public String exact(String timestamp) {
    return written(timestamp, exact);
  }

  private static String written(String timestamp, DateTimeFormatter format) {
    try {
      return timestamp.isEmpty() ? "" : format.format(Instant.parse(timestamp));
    } catch (DateTimeException e) {
      return timestamp;
    }
  }

  /** A day without a time, in no time zone; what is none is shown as it is. */
  public String day(String date) {
    try {
      return date.isEmpty() ? "" : dates.format(LocalDate.parse(date));
    } catch (DateTimeException e) {
      return date;
    }
  }
}
