package eu.callorders.core.telephony.wire;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.temporal.ChronoUnit;
import java.util.regex.Pattern;

/** RFC 3339 timestamps: read with any offset, written in UTC with milliseconds or finer. */
final class Rfc3339Timestamps {
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "[12][0-9]{3}-[0-9]{2}-[0-9]{2}[Tt][0-9]{2}:[0-9]{2}:[0-9]{2}([.][0-9]{1,9})?"
              + "([Zz]|[+-][0-9]{2}:[0-9]{2})");
  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter();

  private Rfc3339Timestamps() {}

  static String write(Instant instant) {
    return instant.equals(instant.truncatedTo(ChronoUnit.MILLIS))
        ? MILLISECONDS.format(instant)
        : DateTimeFormatter.ISO_INSTANT.format(instant);
  }

  static Instant read(String text, String pointer) {
    if (!RFC_3339.matcher(text).matches()) {
      throw new MalformedDocumentException(pointer, "is no RFC 3339 date-time with an offset");
    }
    try {
      return OffsetDateTime.parse(text).toInstant();
    } catch (DateTimeException noDate) {
      throw new MalformedDocumentException(pointer, "is no date-time");
    }
  }
}
