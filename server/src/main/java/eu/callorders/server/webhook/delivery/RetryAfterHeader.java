package eu.callorders.server.webhook.delivery;

import eu.callorders.gatewaykit.RetryAfter;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import org.jspecify.annotations.Nullable;

/** Parses {@code Retry-After} in both forms (RFC 9110, section 10.2.3). */
final class RetryAfterHeader {
  private RetryAfterHeader() {}

  /** The seconds, or the time until the date; null for anything else. */
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
