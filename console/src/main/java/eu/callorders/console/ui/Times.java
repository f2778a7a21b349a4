package eu.callorders.console.ui;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants as the operator reads them, in the time zone of this machine. */
public final class Times {
  private final DateTimeFormatter format;
  private final DateTimeFormatter dates;

  public Times() {
    Texts texts = Texts.beside(Times.class);
    format = formatter(texts.get("time.pattern")).withZone(ZoneId.systemDefault());
    dates = formatter(texts.get("date.pattern"));
  }

  private static DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, Locale.getDefault());
  }

  /** A timestamp of the service; what is none is shown as it is. */
  public String text(String timestamp) {
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
