package eu.callorders.server.time;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Date-times on the wire: RFC 3339, any offset in, UTC out. */
public final class Timestamps {
  private static final DateTimeFormatter UTC_MILLISECONDS =
      DateTimeFormatter.ofPattern("uuuu-MM-dd'T'HH:mm:ss.SSS'Z'").withZone(ZoneOffset.UTC);

  private static final String WHOLE_SECOND = "0000-00-00T00:00:00Z";

  private Timestamps() {}

  /** For example {@code 2026-11-20T08:00:00.000Z}. */
  public static String format(Instant instant) {
    return UTC_MILLISECONDS.format(instant);
  }

  /** Sets a member unless its value is null. */
  public static void putIfPresent(ObjectNode object, String member, @Nullable Instant value) {
    if (value != null) {
      object.put(member, format(value));
    }
  }

  /** Parses a date-time that satisfies the contract. */
  public static Instant parse(String text) {
    return isWholeSecondInUtc(text) ? ofWholeSecond(text) : OffsetDateTime.parse(text).toInstant();
  }

  /** Whether a text has the most common form, which a formatter parses slowly. */
  public static boolean isWholeSecondInUtc(String text) {
    if (text.length() != WHOLE_SECOND.length()) {
      return false;
    }
    for (int position = 0; position < text.length(); position++) {
      char expected = WHOLE_SECOND.charAt(position);
      char unit = text.charAt(position);
      if (expected == '0' ? unit < '0' || unit > '9' : unit != expected) {
        return false;
      }
    }
    return true;
  }

  private static Instant ofWholeSecond(String text) {
    return LocalDateTime.of(
            Integer.parseInt(text, 0, 4, 10),
            Integer.parseInt(text, 5, 7, 10),
            Integer.parseInt(text, 8, 10, 10),
            Integer.parseInt(text, 11, 13, 10),
            Integer.parseInt(text, 14, 16, 10),
            Integer.parseInt(text, 17, 19, 10))
        .toInstant(ZoneOffset.UTC);
  }
}
