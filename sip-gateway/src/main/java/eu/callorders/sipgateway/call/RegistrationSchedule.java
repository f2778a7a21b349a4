package eu.callorders.sipgateway.call;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * When a registration is repeated: at half of the granted time, after a failure later and later.
 * Pure; confined to the event loop.
 */
final class RegistrationSchedule {
  static final int REQUESTED_SECONDS = 600;

  private static final Duration MAX_RETRY = Duration.ofMinutes(30);
  private static final int FORBIDDEN = 403;
  private static final int INTERVAL_TOO_BRIEF = 423;

  private final Duration firstRetry;
  private Duration retry;
  private int seconds = REQUESTED_SECONDS;

  /**
   * @param firstRetry after the first failure
   */
  RegistrationSchedule(Duration firstRetry) {
    this.firstRetry = firstRetry;
    this.retry = firstRetry;
  }

  /** The time to request. */
  int seconds() {
    return seconds;
  }

  /**
   * The registrar has accepted.
   *
   * @param granted seconds; null when the response names none
   * @return how long the registration holds; it is repeated at half of that
   */
  Duration accepted(@Nullable Integer granted) {
    retry = firstRetry;
    return Duration.ofSeconds(granted == null ? seconds : granted);
  }

  /** Whether the registrar only requires a longer time, which is requested from now on. */
  boolean isTooBrief(int status, @Nullable Integer minSeconds) {
    if (status != INTERVAL_TOO_BRIEF || minSeconds == null || minSeconds <= seconds) {
      return false;
    }
    seconds = minSeconds;
    return true;
  }

  /**
   * The registration has failed.
   *
   * @param status null without a response
   * @return when to try again; empty: never, a wrong account is not tried for ever
   */
  Optional<Duration> failed(@Nullable Integer status) {
    if (status != null && status == FORBIDDEN) {
      return Optional.empty();
    }
    Duration wait = retry;
    Duration doubled = retry.multipliedBy(2);
    retry = doubled.compareTo(MAX_RETRY) < 0 ? doubled : MAX_RETRY;
    return Optional.of(wait);
  }
}
