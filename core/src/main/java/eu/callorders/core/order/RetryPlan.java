package eu.callorders.core.order;

import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;

/** When an order is to be dialled next, and at which number. */
public final class RetryPlan {
  private RetryPlan() {}

  /**
   * The next attempt after acceptance, an edit or an attempt that counted. A redial is scattered
   * when the terms say so: plan once and keep the answer.
   *
   * @param history the order's attempts so far, oldest first
   */
  public static NextAttempt next(
      OrderTerms terms,
      List<PastAttempt> history,
      Callee callee,
      Instant now,
      RandomGenerator random) {
    return earliest(terms, history, callee, now);
  }

  /**
   * The earliest attempt not before {@code from}, never scattered: after a refusal, or when a due
   * dial had to be put off.
   */
  public static NextAttempt earliest(
      OrderTerms terms, List<PastAttempt> history, Callee callee, Instant from) {
    return new NextAttempt.At(from, terms.phones().getFirst());
  }

  /** When the gap since the last attempt at the person is over; {@code now} when it is. */
  public static Instant gapOver(OrderTerms terms, Callee callee, Instant now) {
    return now;
  }
}
