package eu.callorders.core.call;

import java.time.Instant;
import java.util.List;

/** What each fact makes of an attempt. Facts may come late, twice and in any order. */
public final class AttemptDecider {
  private AttemptDecider() {}

  /**
   * What the fact makes of the attempt.
   *
   * @param now the tenant's time at which the fact is taken in
   */
  public static AttemptStep decide(Attempt attempt, AttemptFact fact, Instant now) {
    return new AttemptStep(attempt, List.of());
  }
}
