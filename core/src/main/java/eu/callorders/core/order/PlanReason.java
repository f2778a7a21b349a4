package eu.callorders.core.order;

import eu.callorders.core.wire.WireEnum;

/** Why the next attempt of an order is planned for its instant, apart from the dial rules. */
public enum PlanReason implements WireEnum {
  FIRST_ATTEMPT,
  REDIAL,
  /** A redial at a random instant of the calling window. */
  SPREAD,
  /** The gateway refused the last attempt, which therefore does not count. */
  REFUSED;

  /**
   * The reason of the plan that follows these attempts.
   *
   * @param attempts those that counted
   * @param refusals since then
   */
  public static PlanReason of(OrderTerms terms, int attempts, int refusals) {
    if (refusals > 0) {
      return REFUSED;
    }
    if (attempts == 0) {
      return FIRST_ATTEMPT;
    }
    return terms.randomize() ? SPREAD : REDIAL;
  }
}
