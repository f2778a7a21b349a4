package eu.callorders.core.capacity;

import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.order.MinimumGap;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.PlanReason;
import eu.callorders.core.predial.PredialFacts;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Input of a dial decision, read under the locks of the subject and the tenant. */
public record DialFacts(
    OrderFacts order,
    SubjectFacts subject,
    NumberFacts number,
    TenantFacts tenant,
    GatewayFacts gateway,
    PredialFacts predial) {

  /** Of a tenant without a check before the dial. */
  public DialFacts(
      OrderFacts order,
      SubjectFacts subject,
      NumberFacts number,
      TenantFacts tenant,
      GatewayFacts gateway) {
    this(order, subject, number, tenant, gateway, PredialFacts.NOT_CONFIGURED);
  }

  /**
   * The order, and the phone to dial for it.
   *
   * @param attempts those that counted, and their limit
   * @param window when the person may be called at this phone
   * @param enrollmentPaused whether its enrollment is paused
   * @param phoneBusy whether another attempt of the tenant at the phone is active
   * @param suppressed whether the phone or the subject is suppressed
   * @param holds those that bar the phone
   * @param halt an active one that covers the order or the phone; null without one
   * @param planReason of the next attempt, if it is planned
   */
  public record OrderFacts(
      OrderState state,
      boolean enrollmentPaused,
      Quota attempts,
      CallingWindow window,
      boolean phoneBusy,
      boolean suppressed,
      List<ActiveHold> holds,
      @Nullable HaltFacts halt,
      PlanReason planReason) {
    public OrderFacts {
      holds = List.copyOf(holds);
    }
  }

  /**
   * What limits dials to the subject.
   *
   * @param busy whether another attempt at the person is running
   * @param minimumGap since the last attempt at the person; null before the first one
   * @param contactsToday attempts on the person's local day
   * @param dayEndsAt when that day ends
   * @param weeklyDials attempts about the order's claim in seven days
   * @param weeklyConversations those of them that were answered by a person
   */
  public record SubjectFacts(
      boolean busy,
      @Nullable MinimumGap minimumGap,
      Quota contactsToday,
      Instant dayEndsAt,
      WeeklyQuota weeklyDials,
      WeeklyQuota weeklyConversations) {}

  /**
   * What limits dials to the phone, for whatever subject.
   *
   * @param country of the phone, ISO 3166; null when it belongs to none
   * @param countryAllowed whether the tenant may call that country
   * @param skippedCountries of the order's contacts that are not dialed for their countries
   * @param contactsToday attempts on the phone's local day; null without a limit
   * @param dayEndsAt when that day ends
   */
  public record NumberFacts(
      @Nullable String country,
      boolean countryAllowed,
      List<String> skippedCountries,
      @Nullable Quota contactsToday,
      Instant dayEndsAt) {
    public NumberFacts {
      skippedCountries = List.copyOf(skippedCountries);
    }

    /** Without a limit of the tenant. */
    public static NumberFacts unlimited(Instant dayEndsAt) {
      return new NumberFacts(null, true, List.of(), null, dayEndsAt);
    }
  }

  /**
   * What limits dials of the tenant.
   *
   * @param disabled whether the tenant may not dial at all
   * @param dialsToday attempts on its local day
   * @param dayEndsAt when that day ends
   * @param concurrentCalls attempts that are running
   */
  public record TenantFacts(
      boolean disabled, Quota dialsToday, Instant dayEndsAt, Quota concurrentCalls) {}

  /**
   * What limits dials through the gateway.
   *
   * @param hasCapacity whether the gateway has capacity for a call
   */
  public record GatewayFacts(GatewayStatus status, boolean hasCapacity) {

    public static final GatewayFacts UP = new GatewayFacts(GatewayStatus.UP, true);
  }
}
