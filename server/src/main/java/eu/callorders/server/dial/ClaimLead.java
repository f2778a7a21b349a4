package eu.callorders.server.dial;

import java.time.Duration;

/**
 * How long before its instant an order is claimed: about as long as a round takes, so that the
 * intent is committed when the call is due. Used by one loop.
 */
public final class ClaimLead {
  private static final Duration INITIAL = Duration.ofMillis(5);
  private static final Duration MAX = Duration.ofMillis(20);
  private static final double WEIGHT = 0.1;

  private Duration lead;

  public ClaimLead() {
    this(INITIAL);
  }

  ClaimLead(Duration initial) {
    lead = initial;
  }

  Duration get() {
    return lead;
  }

  /** Follows a longer round at once and shorter rounds slowly. */
  void recordRound(Duration round) {
    double average = lead.toNanos() * (1 - WEIGHT) + round.toNanos() * WEIGHT;
    long nanos = Math.max(round.toNanos(), (long) average);
    lead = Duration.ofNanos(Math.min(nanos, MAX.toNanos()));
  }
}
