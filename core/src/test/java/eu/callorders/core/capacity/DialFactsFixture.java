package eu.callorders.core.capacity;

import eu.callorders.core.order.OrderState;
import eu.callorders.core.window.CallingWindow;
import java.time.Instant;

/** Mutable facts; the initial ones allow a dial. */
public final class DialFactsFixture {
  public OrderState state;
  public Quota attempts = new Quota(0, 3);
  public CallingWindow window;
  public boolean suppressed;
  public String haltReason; // null: no halt
  public boolean disabled;
  public boolean busy;
  public boolean phoneBusy;
  public Instant minimumGapEndsAt;
  public Quota contacts = new Quota(0, 1);
  public Instant subjectDayEndsAt;
  public WeeklyQuota weeklyDials = WeeklyQuota.NONE;
  public WeeklyQuota conversations = WeeklyQuota.NONE;
  public Quota dials = new Quota(999, 1_000);
  public Instant tenantDayEndsAt;
  public Quota calls = new Quota(9, 10);
  public DialFacts.GatewayFacts gateway = DialFacts.GatewayFacts.UP;

  public DialFactsFixture(Instant now, Instant dayEnds, CallingWindow window) {
    this.state = new OrderState.Scheduled(now);
    this.window = window;
    this.minimumGapEndsAt = now;
    this.subjectDayEndsAt = dayEnds;
    this.tenantDayEndsAt = dayEnds;
  }

  public DialFacts build() {
    return new DialFacts(
        new DialFacts.OrderFacts(state, false, attempts, window, phoneBusy, suppressed, haltReason),
        new DialFacts.SubjectFacts(
            busy, minimumGapEndsAt, contacts, subjectDayEndsAt, weeklyDials, conversations),
        new DialFacts.TenantFacts(disabled, dials, tenantDayEndsAt, calls),
        gateway);
  }
}
