package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.server.Await;
import eu.callorders.server.HeldLocks;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Explanations of each reason for which an order waits. */
@Tag("long")
class DialExplainerTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final ExplainedOrders explained = new ExplainedOrders(fixture);
  private final LocalDate today = LocalDate.ofInstant(tenant.now(), TestTenants.BERLIN);

  @Test
  void dialableOrderPassesEveryRule() {
    PlacedOrder order = planned("erika");

    DialExplanation explanation = explained.explain(order);

    assertThat(explanation.dialable()).isTrue();
    assertThat(explanation.nextPossibleAt()).isNotNull();
    assertThat(explanation.rules())
        .allMatch(each -> each.verdict() == Verdict.PASS)
        .extracting(RuleVerdict::rule)
        .containsExactly(DialRule.values());
    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
  }

  @Test
  void explanationChangesNothing() {
    PlacedOrder order = planned("erika");
    int revision = order.revision();

    explained.explain(order);

    assertThat(order.revision()).isEqualTo(revision);
    assertThat(order.attempts()).isEmpty();
    assertThat(fixture.query("SELECT FROM dial_count WHERE tenant_id = $1", tenant.id())).isEmpty();
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void unplannedOrderWaits() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place().leftToPlanner();

    explained.assertWaits(order, DialRule.ORDER_STATUS, null);
  }

  @Test
  void orderWaitsForItsEarliestDay() {
    Instant tomorrow = at(today.plusDays(1), 11);
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).notBefore(tomorrow).place();
    fixture.planner.runOnce();

    explained.assertWaits(order, DialRule.ORDER_STATUS, tomorrow);
    explained.assertDecides(order, DialRule.WINDOW, tomorrow);
    assertThat(explained.explain(order).nextPossibleAt()).isEqualTo(tomorrow);
  }

  @Test
  void orderWaitsForTheCallingWindow() {
    PlacedOrder order = planned("erika");
    tenant.jump(Duration.ofHours(12));

    Instant opens = at(today.plusDays(1), 8);
    explained.assertDecides(order, DialRule.WINDOW, opens);
    assertThat((List<?>) explained.parameters(order, DialRule.WINDOW).get("barriers"))
        .first()
        .isEqualTo(
            Map.of(
                "rule",
                "country_hours",
                "source",
                "DE/1",
                "zone",
                "Europe/Berlin",
                "date",
                today,
                "hours",
                List.of("08:00-20:00"),
                "opens_at",
                opens));
    assertThat(explained.message(order, DialRule.WINDOW))
        .contains("DE permits 08:00-20:00", "DE/1");
    assertThat(explained.explain(order).nextPossibleAt()).isEqualTo(opens);
  }

  @Test
  void suppressedSubjectBlocks() {
    PlacedOrder order = planned("erika");
    try (HeldLocks held = tenant.holdSubject("erika")) {
      tenant.suppress(held, null, "erika");
    }

    explained.assertBlocked(order, DialRule.SUPPRESSION);
  }

  @Test
  void suppressedPhoneBlocks() {
    PlacedOrder order = planned("erika");
    String phone = order.load().document().json().at("/contacts/0/value").asText();
    try (HeldLocks held = tenant.holdPhone(phone)) {
      tenant.suppress(held, phone, null);
    }

    explained.assertBlocked(order, DialRule.SUPPRESSION);
  }

  @Test
  void disabledTenantWaits() {
    PlacedOrder order = planned("erika");
    tenant.disable(true);

    explained.assertDecides(order, DialRule.HALT, null);
    assertThat(explained.parameters(order, DialRule.HALT))
        .isEqualTo(Map.of("kind", "tenant_disabled"));
    assertThat(explained.explain(order).nextPossibleAt()).isNull();
  }

  @Test
  void orderWaitsForActiveCallToTheSubject() {
    PlacedOrder first = planned("erika");
    fixture.dialer.runOnce();
    PlacedOrder second = planned("erika");

    explained.assertDecides(second, DialRule.SUBJECT_BUSY, null);
    explained.assertDecides(first, DialRule.ORDER_STATUS, null);
    assertThat(explained.explain(first).nextPossibleAt()).isNull();
  }

  @Test
  void orderWaitsForTheMinimumGap() {
    PlacedOrder first = planned("erika");
    callAndEnd(first);
    PlacedOrder second =
        tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).gapOfHours(3).place();

    Instant over = first.load().history().getLast().endedAt().plus(Duration.ofHours(3));
    explained.assertDecides(second, DialRule.MINIMUM_GAP, over);
    assertThat(explained.parameters(second, DialRule.MINIMUM_GAP))
        .isEqualTo(
            Map.of(
                "last_ended_at", over.minus(Duration.ofHours(3)),
                "gap", Duration.ofHours(3),
                "declined", false));
    assertThat(explained.explain(second).nextPossibleAt()).isEqualTo(over);
  }

  @Test
  void gapDecidesOnRedialPlannedForItsEnd() {
    PlacedOrder order = planned("erika");
    callAndEnd(order);

    Instant over = order.load().history().getLast().endedAt().plus(Duration.ofHours(1));
    explained.assertDecides(order, DialRule.MINIMUM_GAP, over);
    explained.assertWaits(order, DialRule.ORDER_STATUS, over);
  }

  @Test
  void planDecidesOnRedialSpreadOverTheWindow() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).gapOfHours(1).randomized().place();
    fixture.planner.runOnce();
    callAndEnd(order);

    Instant planned = explained.explain(order).nextPossibleAt();
    assertThat(planned).isNotNull();
    explained.assertDecides(order, DialRule.ORDER_STATUS, planned);
    assertThat(explained.parameters(order, DialRule.ORDER_STATUS))
        .isEqualTo(Map.of("status", "scheduled", "next_attempt_at", planned, "reason", "spread"));
  }

  @Test
  void orderWaitsWhenDailyContactsAreUsedUp() {
    tenant.changeQuota("max_contacts_per_subject_per_day", 1);
    PlacedOrder order = planned("erika");
    callAndEnd(order);

    explained.assertDecides(order, DialRule.CONTACTS_PER_DAY, at(today.plusDays(1), 0));
    assertThat(explained.parameters(order, DialRule.CONTACTS_PER_DAY))
        .isEqualTo(Map.of("used", 1, "limit", 1));
    assertThat(explained.message(order, DialRule.CONTACTS_PER_DAY))
        .isEqualTo("1 of 1 contacts of the person today are used.");
    assertThat(explained.explain(order).nextPossibleAt()).isEqualTo(at(today.plusDays(1), 8));
  }

  @Test
  void orderWaitsWhenDailyDialsAreUsedUp() {
    callAndEnd(planned("erika"));
    PlacedOrder order = planned("max");
    tenant.changeQuota("max_dials_per_day", 1);

    explained.assertDecides(order, DialRule.DIALS_PER_DAY, at(today.plusDays(1), 0));
    assertThat(fixture.dialer.runOnce().orders()).isZero();
  }

  @Test
  void orderWaitsWhenConcurrentCallsAreUsedUp() {
    tenant.changeQuota("max_concurrent_calls", 1);
    planned("erika");
    fixture.dialer.runOnce();
    PlacedOrder order = planned("max");

    explained.assertDecides(order, DialRule.CONCURRENT_CALLS, null);
    assertThat(fixture.dialer.runOnce().orders()).isZero();
  }

  @Test
  void orderWaitsWhileGatewayIsDown() {
    PlacedOrder order = planned("erika");
    gateway.withHealth(new GatewayHealth(GatewayHealth.State.DOWN, null, null));
    Await.until(
        "the gateway is known to be down",
        () -> {
          fixture.monitor.runOnce();
          return fixture.monitor.status() == GatewayStatus.DOWN;
        });

    explained.assertDecides(order, DialRule.GATEWAY, null);
    assertThat(explained.explain(order).nextPossibleAt()).isNull();
    assertThat(explained.parameters(order, DialRule.GATEWAY)).isEqualTo(Map.of("status", "down"));
    assertThat(explained.message(order, DialRule.GATEWAY)).startsWith("The gateway is down.");
    assertThat(fixture.dialer.runOnce().orders()).isZero();
  }

  @Test
  void endedOrderBlocks() {
    PlacedOrder order = planned("erika");
    fixture.orders.change(order, new OrderCommand.Cancel(null));

    explained.assertBlocked(order, DialRule.ORDER_STATUS);
    assertThat(explained.explain(order).rules()).hasSize(1);
    assertThat(explained.message(order, DialRule.ORDER_STATUS))
        .isEqualTo("The order has ended: canceled (canceled, canceled). It is not dialed again.");
    assertThat(explained.parameters(order, DialRule.ORDER_STATUS))
        .isEqualTo(
            Map.of(
                "status", "canceled",
                "summary_code", "canceled",
                "termination_reason", "canceled"));
  }

  @Test
  void expiredWindowBlocks() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).notAfter(at(today, 12)).place();
    fixture.planner.runOnce();
    tenant.jump(Duration.ofHours(5));

    explained.assertBlocked(order, DialRule.WINDOW);
    assertThat(explained.message(order, DialRule.WINDOW)).endsWith("It opens no more.");
  }

  @Test
  void activeAttemptDecides() {
    PlacedOrder order = planned("erika-muster");
    fixture.dialer.runOnce();

    explained.assertDecides(order, DialRule.ORDER_STATUS, null);
  }

  private PlacedOrder planned(String subject) {
    PlacedOrder order =
        tenant.anOrder().forSubject(subject).to(MagicLine.BUSY).gapOfHours(1).place();
    fixture.planner.runOnce();
    return order;
  }

  private void callAndEnd(PlacedOrder order) {
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
  }

  private static Instant at(LocalDate day, int hour) {
    return day.atTime(LocalTime.of(hour, 0)).atZone(TestTenants.BERLIN).toInstant();
  }
}
