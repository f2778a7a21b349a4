package eu.callorders.core.capacity;

import eu.callorders.core.order.OrderState;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Input of a dial decision, read under the locks of the subject and the tenant. */
public record DialFacts(
    OrderFacts order, SubjectFacts person, TenantFacts tenant, GatewayFacts gateway) {

  /**
   * The order, and the phone to dial for it.
   *
   * @param attempts those that counted, and their limit
   * @param window when the person may be called at this phone
   * @param held whether its enrollment is paused
   * @param numberBusy whether another attempt of the tenant at the phone is active
   * @param suppressed whether the phone or the subject is suppressed
   * @param halt the reason of an active halt that covers the order or the phone; null without one
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
   * @param busy whether another attempt at the person is running
   * @param gapOver when the minimum gap since the last attempt has passed
   * @param contacts attempts on the person's local day
   * @param dayEnds when that day ends
   * @param dials attempts about the order's claim in seven days
   * @param conversations those of them that were answered by a person
   */
  public record SubjectFacts(
      boolean busy,
      Instant gapOver,
      Quota contacts,
      Instant dayEnds,
      WeeklyQuota dials,
      WeeklyQuota conversations) {}

  /**
   * @param disabled whether the tenant may not dial at all
   * @param dials attempts on its local day
   * @param dayEnds when that day ends
   * @param calls attempts that are running
   */
  public record TenantFacts(boolean disabled, Quota dials, Instant dayEnds, Quota calls) {}

  /**
   * @param room whether the gateway has capacity for a call
   */
  public record GatewayFacts(GatewayStatus condition, boolean room) {

    public static final GatewayFacts UP = new GatewayFacts(GatewayStatus.UP, true);
  }
}
