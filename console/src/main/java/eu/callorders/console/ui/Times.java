package eu.callorders.console.ui;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/** Instants as the operator reads them, in the time zone of this machine. */
public final class Times {
  private final DateTimeFormatter format;

  public Times() {
    this(
        Texts.beside(Times.class).get("time.pattern"), Locale.getDefault(), ZoneId.systemDefault());
  }

  Times(String pattern, Locale locale, ZoneId zone) {
    format = DateTimeFormatter.ofPattern(pattern, locale).withZone(zone);
  }

  /** A timestamp of the service; what is none is shown as it is. */
  public String text(String timestamp) {
    try {
      return timestamp.isEmpty() ? "" : format.format(Instant.parse(timestamp));
    } catch (DateTimeException e) {
      return timestamp;
    }
  }
}
