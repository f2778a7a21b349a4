package eu.callorders.console.overview;

import java.time.ZoneId;

/**
 * Statistics of the service.
 *
 * @param zone of the tenant, whose hours and days the steps are
 * @param orders with dials, by the clock of the tenant
 * @param deliveries in real time
 */
record History(Selection selection, ZoneId zone, StepCounts orders, StepCounts deliveries) {
  /**
   * What the operator has chosen.
   *
   * @param allTenants or that of the session alone
   */
  record Selection(ChartRange range, boolean allTenants) {}
}
