package eu.callorders.server.time;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Date-times on the wire: RFC 3339, any offset in, UTC out. */
public final class Timestamps {
  private static final DateTimeFormatter UTC_MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  /** For example {@code 2026-11-20T08:00:00.000Z}. */
  public static String format(Instant instant) {
    return UTC_MILLISECONDS.format(instant);
  }

  /** Parses a date-time that satisfies the contract. */
  public static Instant parse(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }
}
