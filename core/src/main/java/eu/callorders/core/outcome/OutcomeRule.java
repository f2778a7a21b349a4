package eu.callorders.core.outcome;

import org.jspecify.annotations.Nullable;

/**
 * The hold that follows from one outcome.
 *
 * @param days calendar days of the person that the hold stands, after a promise from the promised
 *     day on; null: until it is released
 */
public record OutcomeRule(HoldScope scope, @Nullable Integer days) {
  public static final int MAX_DAYS = 365;

  public OutcomeRule {
    if (days != null && (days < 1 || days > MAX_DAYS)) {
      throw new IllegalArgumentException("days of a hold: " + days);
    }
  }

  static OutcomeRule untilReleased(HoldScope scope) {
    return new OutcomeRule(scope, null);
  }
}
