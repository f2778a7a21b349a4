package eu.callorders.core.promise;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import org.jspecify.annotations.Nullable;

/**
 * When a promise is due, and when it is broken.
 *
 * @param dueOn the day that counts as promised
 * @param graceEndsAt the end of the last day of grace in the person's zone
 */
public record PromiseTerms(LocalDate dueOn, Instant graceEndsAt) {
  /** Counted from the day of the call when the person names no day. */
  public static final int DEFAULT_DAYS = 14;

  /** A later promised day counts as this one. */
  public static final int MAX_DAYS = 60;

  /**
   * The terms of a promise. A day before the call counts as the day of the call.
   *
   * @param promisedOn as the person said; null when no day was named
   * @param madeOn the person's local day of the call
   */
  public static PromiseTerms of(
      @Nullable LocalDate promisedOn, LocalDate madeOn, int graceDays, ZoneId zone) {
    LocalDate dueOn = dueOn(promisedOn, madeOn);
    return new PromiseTerms(dueOn, dueOn.plusDays(graceDays + 1L).atStartOfDay(zone).toInstant());
  }

  private static LocalDate dueOn(@Nullable LocalDate promisedOn, LocalDate madeOn) {
    if (promisedOn == null) {
      return madeOn.plusDays(DEFAULT_DAYS);
    }
    LocalDate latest = madeOn.plusDays(MAX_DAYS);
    LocalDate notLater = promisedOn.isAfter(latest) ? latest : promisedOn;
    return notLater.isBefore(madeOn) ? madeOn : notLater;
  }
}
