package eu.callorders.core.capacity;

import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * What bears on whether a person may be dialled now. Whoever dials gathers it under the person's
 * lock and the tenant's.
 */
public record DialFacts(
    OrderFacts order, SubjectFacts person, TenantFacts tenant, GatewayFacts gateway) {

  /**
   * The order, and the number to dial for it.
   *
   * @param attempts those that counted, and how many may
   * @param window when the person may be called there
   * @param held whether its enrollment is paused
   * @param numberBusy whether another attempt of the tenant at the number is active
   * @param suppressed whether the number or the person is on the do-not-call list
   * @param halt why an operator has stopped what the order and the number are part of; null when
   *     nobody has
   */
  public record OrderFacts(
      OrderState state,
      boolean held,
      Quota attempts,
      CallingWindow window,
      boolean numberBusy,
      boolean suppressed,
      @Nullable String halt) {}

  /**
   * The person.
   *
   * @param busy whether another attempt at the person is running
   * @param gapOver when the minimum gap since the last attempt has passed
   * @param contacts attempts on the person's local day
   * @param dayEnds when that day ends
   * @param dials attempts about the order's claim in seven days
   * @param conversations those of them that the person, or somebody else, answered
   */
  public record SubjectFacts(
      boolean busy,
      Instant gapOver,
      Quota contacts,
      Instant dayEnds,
      WeeklyQuota dials,
      WeeklyQuota conversations) {}

  /**
   * The tenant.
   *
   * @param disabled whether it may dial nobody
   * @param dials attempts on its local day
   * @param dayEnds when that day ends
   * @param calls attempts that are running
   */
  public record TenantFacts(boolean disabled, Quota dials, Instant dayEnds, Quota calls) {}

  /**
   * The gateway.
   *
   * @param room whether it has room for a call
   */
  public record GatewayFacts(GatewayStatus condition, boolean room) {

    /** Nothing speaks against it. */
    public static final GatewayFacts UP = new GatewayFacts(GatewayStatus.UP, true);
  }
}
