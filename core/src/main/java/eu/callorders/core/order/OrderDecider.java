package eu.callorders.core.order;

import java.time.Instant;
import java.util.List;

/** What each command makes of an order. */
public final class OrderDecider {
  private OrderDecider() {}

  /**
   * What the command makes of the order.
   *
   * @param history every attempt of the order that counted and has ended, oldest first, including
   *     the one that the command reports as ended
   * @param now the tenant's time
   */
  public static Decision decide(
      OrderState state, List<PastAttempt> history, OrderCommand command, Instant now) {
    return new Decision.Ignore("not built");
  }
}
