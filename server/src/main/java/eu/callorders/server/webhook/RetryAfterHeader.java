package eu.callorders.server.webhook;

import eu.callorders.core.telephony.wire.RetryAfter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After} as anybody's server may write it (RFC 9110, section 10.2.3). */
final class RetryAfterHeader {
  private RetryAfterHeader() {}

  /** What is asked for: seconds, or what is left until a date; null for anything else. */
  static @Nullable Duration read(@Nullable String header, Instant now) {
    Duration seconds = RetryAfter.read(header);
    if (seconds != null || header == null) {
      return seconds;
    }
    try {
      Instant until = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(header));
      return until.isAfter(now) ? Duration.between(now, until) : null;
    } catch (DateTimeException noDate) {
      return null;
    }
  }
}
