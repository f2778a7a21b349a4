package eu.callorders.core.dial;

import eu.callorders.core.telephony.QueryResult;
import java.time.Duration;
import java.time.Instant;

/** When to declare the outcome of a silent attempt unknown, in real time. */
public final class LostAttemptPolicy {
  /** Time for a call that started last-moment to end and to be reported. */
  private static final Duration MAX_CALL_TIME =
      AttemptTimeouts.RING_TIMEOUT.plus(AttemptTimeouts.MAX_DURATION).plusSeconds(30);

  /** Time for a call that the gateway still knows to report its end. */
  private static final Duration MAX_KNOWN_CALL_TIME = MAX_CALL_TIME.multipliedBy(2);

  /** Extra time for a call that the gateway does not know. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** How long a gateway retains calls by the contract. */
  private static final Duration DEFAULT_RETENTION = Duration.ofDays(7);

  private LostAttemptPolicy() {}

  /**
   * Whether the outcome of an attempt can no longer be learned.
   *
   * @param result of the gateway's query
   * @param queriedAt when the query was sent: the gateway may have learned of the call since
   * @param notAfter the latest instant at which the gateway could start to dial
   */
  public static boolean isLost(QueryResult result, Instant queriedAt, Instant notAfter) {
    return result instanceof QueryResult.Forgotten
        || queriedAt.isAfter(notAfter.plus(timeout(result)));
  }

  /**
   * Whether a result proves that the gateway never dialed: only while it retains every call that
   * could start when this one could, by default for a week.
   */
  public static boolean provesNeverDialed(QueryResult result, Instant queriedAt, Instant notAfter) {
    if (!(result instanceof QueryResult.NotFound(Instant retainedSince))) {
      return false;
    }
    Instant since = retainedSince == null ? queriedAt.minus(DEFAULT_RETENTION) : retainedSince;
    return isLost(result, queriedAt, notAfter) && !notAfter.isBefore(since);
  }

  private static Duration timeout(QueryResult result) {
    return switch (result) {
      case QueryResult.Found _ -> MAX_KNOWN_CALL_TIME;
      // It may have been dialed before a restart, but is not running and will not start.
      case QueryResult.NotFound _ -> GRACE;
      case QueryResult.Forgotten _ -> Duration.ZERO;
      case QueryResult.Unavailable _ -> MAX_CALL_TIME;
    };
  }
}
