package eu.callorders.core.order;

import java.time.Duration;
import java.time.Instant;

/**
 * The gap that the last attempt at a person demands.
 *
 * @param lastEndedAt end of that attempt, of this order or of another one
 * @param gap from then to the next attempt
 * @param declined whether the gap is as long since the person declined the call
 */
public record MinimumGap(Instant lastEndedAt, Duration gap, boolean declined) {

  public Instant endsAt() {
    return lastEndedAt.plus(gap);
  }
}
