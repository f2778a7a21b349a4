package eu.callorders.server.http;

import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;

/** Date-times as clients see them: RFC 3339, in with any explicit offset, out in UTC. */
public final class Timestamps {
  private static final DateTimeFormatter UTC_MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private Timestamps() {}

  /** For example {@code 2026-11-20T08:00:00.000Z}. */
  public static String format(Instant instant) {
    return UTC_MILLISECONDS.format(instant);
  }

  /** Reads a date-time that the contract has let through. */
  public static Instant parse(String text) {
    return OffsetDateTime.parse(text).toInstant();
  }
}
