package eu.callorders.core.dial;

import eu.callorders.core.telephony.QueryAnswer;
import java.time.Duration;
import java.time.Instant;

/** How long an attempt may be silent before its fate is given up. All in real time. */
public final class Silence {
  /** When a call that began at the last moment would be over, and has been told for long. */
  private static final Duration LONGEST =
      Deadlines.RING_TIMEOUT.plus(Deadlines.MAX_DURATION).plusSeconds(30);

  /** How long a call that the gateway still knows may go on without an end being told. */
  private static final Duration LONGEST_KNOWN = LONGEST.multipliedBy(2);

  /** How long after its last moment a call that the gateway does not know is waited for. */
  private static final Duration GRACE = Duration.ofSeconds(5);

  private Silence() {}

  /**
   * Whether nobody can tell any more what became of an attempt.
   *
   * @param answer to the question about it
   * @param asked when the gateway was asked: what it did not know then it may know by the time its
   *     answer comes
   * @param notAfter when the gateway could have begun to dial at the latest
   */
  public static boolean lost(QueryAnswer answer, Instant asked, Instant notAfter) {
    return asked.isAfter(notAfter.plus(patience(answer)));
  }

  private static Duration patience(QueryAnswer answer) {
    return switch (answer) {
      case QueryAnswer.Found _ -> LONGEST_KNOWN;
      // It may have been dialled before a restart, but it does not run, and will not begin.
      case QueryAnswer.NotFound _ -> GRACE;
      case QueryAnswer.Unavailable _ -> LONGEST;
    };
  }
}
