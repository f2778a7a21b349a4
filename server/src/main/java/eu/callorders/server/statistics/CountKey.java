package eu.callorders.server.statistics;

import eu.callorders.core.call.SummaryCode;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;

/**
 * What is counted together.
 *
 * @param name of the kind's items
 * @param hour its beginning, UTC
 */
public record CountKey(UUID tenantId, CountKind kind, String name, Instant hour) {

  private static CountKey of(UUID tenantId, CountKind kind, String name, Instant at) {
    return new CountKey(tenantId, kind, name, at.truncatedTo(ChronoUnit.HOURS));
  }

  /**
   * An order that has ended.
   *
   * @param at the tenant's time
   */
  public static CountKey order(UUID tenantId, SummaryCode summary, Instant at) {
    return of(tenantId, CountKind.ORDER, summary.wire(), at);
  }

  /**
   * A dial. Both instants are the tenant's time.
   *
   * @param plannedFor when the order became due
   * @param at when the dial was decided on
   */
  public static CountKey dial(UUID tenantId, Instant plannedFor, Instant at) {
    long bound = LagCounts.boundOf(Duration.between(plannedFor, at));
    return of(tenantId, CountKind.DIAL, Long.toString(bound), at);
  }

  /**
   * A delivery that has ended.
   *
   * @param status {@code succeeded}, {@code failed} or {@code skipped}
   * @param at real time
   */
  public static CountKey delivery(UUID tenantId, String status, Instant at) {
    return of(tenantId, CountKind.DELIVERY, status, at);
  }
}
