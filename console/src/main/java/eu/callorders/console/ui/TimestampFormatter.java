package eu.callorders.console.ui;

import eu.callorders.console.session.TenantClock;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.function.BooleanSupplier;

/** Formats instants in the time zone of this machine. */
public final class TimestampFormatter {
  private final Texts texts;
  private final BooleanSupplier clocksDiffer;
  private final DateTimeFormatter withZone;
  private final DateTimeFormatter cells;
  private final DateTimeFormatter dates;
  private final DateTimeFormatter iso;

  public TimestampFormatter() {
    this(Texts.of(TimestampFormatter.class), ZoneId.systemDefault(), () -> false);
  }

  /** Also marks times of the other clock, while the tenant's clock differs from real time. */
  public TimestampFormatter(TenantClock clock) {
    this(Texts.of(TimestampFormatter.class), ZoneId.systemDefault(), () -> !clock.ahead().isZero());
  }

  TimestampFormatter(Texts texts, ZoneId zone) {
    this(texts, zone, () -> false);
  }

  private TimestampFormatter(Texts texts, ZoneId zone, BooleanSupplier clocksDiffer) {
    this.texts = texts;
    this.clocksDiffer = clocksDiffer;
    withZone = formatter(texts.get("time.pattern") + " z").withZone(zone);
    cells = formatter(texts.get("time.pattern")).withZone(zone);
    dates = formatter(texts.get("date.pattern"));
    iso = DateTimeFormatter.ISO_OFFSET_DATE_TIME.withZone(zone);
  }

  private DateTimeFormatter formatter(String pattern) {
    return DateTimeFormatter.ofPattern(pattern, texts.locale());
  }

  /** Formats a timestamp of the service with its zone; other texts are returned unchanged. */
  public String text(String timestamp) {
    return format(timestamp, withZone);
  }

  /** A timestamp in real time where those of the tenant's clock are expected. */
  public String realTime(String timestamp) {
    String text = text(timestamp);
    boolean marked = !text.isEmpty() && clocksDiffer.getAsBoolean();
    return marked ? text + " " + texts.get("clock.real") : text;
  }

  /** Without the zone, for columns, which are narrow. */
  public String cell(String timestamp) {
    return format(timestamp, cells);
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
