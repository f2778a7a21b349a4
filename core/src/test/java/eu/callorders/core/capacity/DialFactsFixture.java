package eu.callorders.core.capacity;

import eu.callorders.core.hold.ActiveHold;
import eu.callorders.core.order.MinimumGap;
import eu.callorders.core.order.OrderState;
import eu.callorders.core.order.PlanReason;
import eu.callorders.core.window.CallingWindow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Mutable facts; the initial ones allow a dial. */
public final class DialFactsFixture {
  public OrderState state;
  public Quota attempts = new Quota(0, 3);
  public CallingWindow window;
  public boolean suppressed;
  public HaltFacts halt; // null: no halt
  public PlanReason planReason = PlanReason.FIRST_ATTEMPT;
  public boolean paused;
  public boolean disabled;
  public boolean busy;
  public boolean phoneBusy;
  public MinimumGap minimumGap; // null: no attempt
  public Quota contacts = new Quota(0, 1);
  public Instant subjectDayEndsAt;
  public WeeklyQuota weeklyDials = WeeklyQuota.NONE;
  public WeeklyQuota conversations = WeeklyQuota.NONE;
  public DialFacts.NumberFacts number;
  public Quota dials = new Quota(999, 1_000);
  public Instant tenantDayEndsAt;
  public Quota calls = new Quota(9, 10);
  public List<ActiveHold> holds = List.of();
  public DialFacts.GatewayFacts gateway = DialFacts.GatewayFacts.UP;

  public DialFactsFixture(Instant now, Instant dayEnds, CallingWindow window) {
    this.state = new OrderState.Scheduled(now);
    this.window = window;
    this.subjectDayEndsAt = dayEnds;
    this.number = DialFacts.NumberFacts.unlimited(dayEnds);
    this.tenantDayEndsAt = dayEnds;
  }

  /** A gap of four hours. */
  public void gapUntil(Instant end) {
    Duration gap = Duration.ofHours(4);
    minimumGap = new MinimumGap(end.minus(gap), gap, false);
  }

  public DialFacts build() {
    return new DialFacts(
        new DialFacts.OrderFacts(
            state, paused, attempts, window, phoneBusy, suppressed, holds, halt, planReason),
        new DialFacts.SubjectFacts(
            busy, minimumGap, contacts, subjectDayEndsAt, weeklyDials, conversations),
        number,
        new DialFacts.TenantFacts(disabled, dials, tenantDayEndsAt, calls),
        gateway);
  }
}
