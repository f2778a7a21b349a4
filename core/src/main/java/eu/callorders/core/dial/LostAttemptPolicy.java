package eu.callorders.core.dial;

import eu.callorders.core.telephony.QueryResult;
import java.time.Duration;
import java.time.Instant;

/** How long an attempt may be silent before its fate is given up. All in real time. */
public final class LostAttemptPolicy {
  /** When a call that began at the last moment would be over, and has been told for long. */
  private static final Duration LONGEST =
      AttemptTimeouts.RING_TIMEOUT.plus(AttemptTimeouts.MAX_DURATION).plusSeconds(30);

  /** How long a call that the gateway still knows may go on without an end being told. */
  private static final Duration LONGEST_KNOWN = LONGEST.multipliedBy(2);

  /** How long after its last moment a call that the gateway does not know is waited for. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  /** How long a gateway keeps what it was asked for. */
  private static final Duration KEPT = Duration.ofDays(7);

  private LostAttemptPolicy() {}

  /**
   * Whether nobody can tell any more what became of an attempt.
   *
   * @param answer to the question about it
   * @param asked when the gateway was asked: what it did not know then it may know by the time its
   *     answer comes
   * @param notAfter when the gateway could have begun to dial at the latest
   */
  public static boolean lost(QueryResult answer, Instant asked, Instant notAfter) {
    return answer instanceof QueryResult.Forgotten
        || asked.isAfter(notAfter.plus(patience(answer)));
  }

  /**
   * Whether an answer proves that the gateway never dialed: only while it still has every call that
   * could begin when this one could. By the contract that is a week, unless it says otherwise.
   */
  public static boolean provesNeverDialed(QueryResult answer, Instant asked, Instant notAfter) {
    if (!(answer instanceof QueryResult.NotFound(Instant keptSince))) {
      return false;
    }
    Instant since = keptSince == null ? asked.minus(KEPT) : keptSince;
    return lost(answer, asked, notAfter) && !notAfter.isBefore(since);
  }

  private static Duration patience(QueryResult answer) {
    return switch (answer) {
      case QueryResult.Found _ -> LONGEST_KNOWN;
      // It may have been dialled before a restart, but it does not run, and will not begin.
      case QueryResult.NotFound _ -> GRACE;
      case QueryResult.Forgotten _ -> Duration.ZERO;
      case QueryResult.Unavailable _ -> LONGEST;
    };
  }
}
