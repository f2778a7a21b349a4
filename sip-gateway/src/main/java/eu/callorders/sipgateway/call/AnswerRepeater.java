package eu.callorders.sipgateway.call;

import java.time.Duration;

/**
 * Repeats a 2xx to a re-INVITE until its ACK comes (RFC 3261, section 13.3.1.4). Confined to the
 * event loop.
 */
final class AnswerRepeater {
  private static final Duration T1 = Duration.ofMillis(500);
  private static final Duration T2 = Duration.ofSeconds(4);

  private final Timers timers;
  private final Duration limit;
  private long cseq;

  /**
   * @param limit how long an ACK is awaited
   */
  AnswerRepeater(Timers timers, Duration limit) {
    this.timers = timers;
    this.limit = limit;
  }

  /**
   * A 2xx was sent; the one before is no longer repeated.
   *
   * @param answered CSeq of its INVITE
   * @param onSilence runs when no ACK has come
   */
  void start(long answered, Runnable repetition, Runnable onSilence) {
    cseq = answered;
    timers.start(
        "limit",
        limit,
        () -> {
          stop();
          onSilence.run();
        });
    repeatAfter(T1, repetition);
  }

  private void repeatAfter(Duration wait, Runnable repetition) {
    timers.start(
        "repetition",
        wait,
        () -> {
          repetition.run();
          Duration doubled = wait.multipliedBy(2);
          repeatAfter(doubled.compareTo(T2) < 0 ? doubled : T2, repetition);
        });
  }

  /** An ACK has come; that of another INVITE counts for nothing. */
  void acknowledged(long acknowledged) {
    if (acknowledged == cseq) {
      stop();
    }
  }

  void stop() {
    timers.cancelAll();
  }
}
