package eu.callorders.gatewaykit;

import java.time.Duration;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The header {@code Retry-After} in whole seconds. */
public final class RetryAfter {
  static final int MAX_SECONDS = 999_999_999;

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  private RetryAfter() {}

  /** Rounds up, so that no retry comes early. */
  public static long seconds(Duration retryAfter) {
    return retryAfter.plusSeconds(1).minusNanos(1).toSeconds();
  }

  /** Null for anything but a number of seconds. */
  public static @Nullable Duration read(@Nullable String header) {
    return header != null && SECONDS.matcher(header).matches()
        ? Duration.ofSeconds(Long.parseLong(header))
        : null;
  }
}
