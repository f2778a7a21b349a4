package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.window.LocalDays;
import eu.callorders.server.Race.RaceOutcome;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The contacts of a number on a day are limited over all subjects. */
@Tag("long")
class NumberQuotaTest {
  private static final String SHARED = MagicLine.BUSY.number(7);
  private static final ZoneId NEW_YORK = ZoneId.of("America/New_York");

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @Test
  void orderOfAnotherSubjectWaitsForTheNextDayOfTheNumber() {
    limit(2);
    call("erika");
    call("max");

    PlacedOrder third = planned("anna", SHARED);
    fixture.dialer.runOnce();

    assertThat(gateway.placed).hasSize(2);
    DialExplanation explanation = fixture.explain(third);
    RuleVerdict deciding = explanation.rules().getFirst();
    assertThat(deciding.rule()).isEqualTo(DialRule.NUMBER_QUOTA);
    assertThat(deciding.parameters()).isEqualTo(Map.of("used", 2, "limit", 2));
    assertThat(deciding.until())
        .isEqualTo(LocalDays.startOfNextDay(tenant.now(), TestTenants.BERLIN));
    assertThat(nextAttemptAt(third).atZone(TestTenants.BERLIN).getHour()).isEqualTo(8);

    tenant.jump(Duration.between(tenant.now(), nextAttemptAt(third)));
    fixture.dialer.runOnce();
    assertThat(gateway.calledOrders()).last().isEqualTo(third.id());
  }

  @Test
  void otherNumbersAndTenantsAreNotLimited() {
    limit(1);
    call("erika");

    planned("erika-2", MagicLine.BUSY.number(8));
    fixture.tenant().anOrder().forSubject("max").toPhone(SHARED).place();
    fixture.dialDue();

    assertThat(gateway.placed).hasSize(3);
  }

  @Test
  void withoutALimitEveryOrderIsDialed() {
    for (int subject = 0; subject < 4; subject++) {
      call("subject-" + subject);
    }

    assertThat(gateway.placed).hasSize(4);
  }

  @Test
  void refusedCallIsNoContact() {
    limit(1);
    gateway.withPlaceResult(new PlaceResult.Refused(PlaceResult.RefusalReason.UNROUTABLE, null));
    planned("erika", SHARED);
    fixture.dialDue();
    gateway.withPlaceResult(new PlaceResult.Accepted("by hand"));

    PlacedOrder second = planned("max", SHARED);
    fixture.dialer.runOnce();

    assertThat(gateway.calledOrders()).last().isEqualTo(second.id());
  }

  @Test
  void contactOfAnErasedSubjectCounts() {
    limit(1);
    call("erika");
    ErasureDriver erasure = new ErasureDriver(fixture, tenant);
    erasure.request("erika");
    erasure.finish();
    assertThat(erasure.isDone()).isTrue();
    // Beyond the minimum gap: any subject with the phone may be the erased one.
    tenant.jump(Duration.ofHours(2));

    PlacedOrder second = planned("max", SHARED);
    fixture.dialer.runOnce();

    assertThat(gateway.placed).hasSize(1);
    assertThat(fixture.explain(second).rules().getFirst().rule()).isEqualTo(DialRule.NUMBER_QUOTA);
  }

  @Test
  void limitCountsEarlierContactsOfTheDay() {
    call("erika");
    limit(1);

    planned("max", SHARED);
    fixture.dialer.runOnce();

    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void dayIsThatOfTheNumber() {
    limit(1);
    String american = "+12125550142";
    tenant.jump(Duration.ofHours(10)); // eight in the evening in Berlin
    end(dialed("erika", american));
    PlacedOrder second = planned("max", american);
    tenant.jump(Duration.ofHours(5)); // the next day in Berlin
    fixture.dialer.runOnce();

    assertThat(gateway.placed).hasSize(1);
    assertThat(fixture.explain(second).rules())
        .filteredOn(each -> each.rule() == DialRule.NUMBER_QUOTA)
        .extracting(RuleVerdict::until)
        .containsExactly(LocalDays.startOfNextDay(tenant.now(), NEW_YORK));
  }

  @Test
  void dialDuringTheEndOfTheCallIsCountedOnce() throws Exception {
    limit(1);
    PlacedOrder first = dialed("erika", SHARED);
    PlacedOrder second = planned("max", SHARED);
    AttemptUpdate end = gateway.ended(first.attempt(), Disposition.BUSY, Cause.NORMAL);
    try (DialFixture other = fixture.anotherNode()) {
      fixture.race(() -> stored(end), () -> other.dialer.runOnce().orders());
    }

    assertPostponed(second);
  }

  @Test
  void endOfTheCallDuringADialIsCountedOnce() throws Exception {
    limit(1);
    PlacedOrder first = dialed("erika", SHARED);
    PlacedOrder second = planned("max", SHARED);
    AttemptUpdate end = gateway.ended(first.attempt(), Disposition.BUSY, Cause.NORMAL);
    try (DialFixture other = fixture.anotherNode()) {
      fixture.raceAt("call_order", () -> other.dialer.runOnce().orders(), () -> stored(end));
    }

    assertPostponed(second);
  }

  @Test
  void dialOnAnotherNodeWaitsAndSeesTheContact() throws Exception {
    limit(1);
    PlacedOrder first = planned("erika", SHARED);
    PlacedOrder second = planned("max", SHARED);
    try (DialFixture other = fixture.anotherNode()) {
      var race =
          fixture.race(
              () -> fixture.dialer.dial(TestClaims.forOrders(first)),
              () -> other.dialer.dial(TestClaims.forOrders(second)));
      assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    }
    end(first);

    assertPostponed(second);
  }

  @Test
  void manyOrdersOfASpentNumberDelayNoOther() {
    limit(1);
    tenant.changeQuota("max_concurrent_calls", 1);
    call("erika");
    List<PlacedOrder> late =
        IntStream.range(0, 40).mapToObj(each -> planned("late-" + each, SHARED)).toList();
    PlacedOrder other = planned("max", MagicLine.BUSY.number(8));

    fixture.dialer.runOnce();
    fixture.dialer.runOnce();

    assertThat(gateway.calledOrders()).last().isEqualTo(other.id());
    end(other);
    int rounds = 0;
    while (fixture.dialer.runOnce().orders() > 0) {
      rounds++;
    }
    assertThat(rounds).isLessThanOrEqualTo(late.size());
    assertThat(gateway.placed).hasSize(2);
    assertThat(late)
        .allSatisfy(
            each -> assertThat(nextAttemptAt(each)).isAfter(tenant.now().plusSeconds(36_000)));
  }

  @Test
  void explanationWithoutALimitPasses() {
    PlacedOrder order = planned("erika", SHARED);

    assertThat(fixture.explain(order).rules())
        .filteredOn(each -> each.rule() == DialRule.NUMBER_QUOTA)
        .extracting(RuleVerdict::verdict)
        .containsExactly(Verdict.PASS);
  }

  private void assertPostponed(PlacedOrder order) {
    for (int round = 0; round < 3; round++) {
      fixture.dialer.runOnce();
    }
    assertThat(gateway.placed).hasSize(1);
    assertThat(nextAttemptAt(order))
        .isAfterOrEqualTo(LocalDays.startOfNextDay(tenant.now(), TestTenants.BERLIN));
  }

  private void limit(int max) {
    tenant.changeQuota("max_contacts_per_number_per_day", max);
  }

  /** Dials a new order and ends its call. */
  private void call(String subject) {
    end(dialed(subject, SHARED));
  }

  private PlacedOrder dialed(String subject, String phone) {
    PlacedOrder order = planned(subject, phone);
    fixture.dialer.runOnce();
    fixture.inboxProcessor.runOnce();
    assertThat(gateway.placed).extracting(PlaceCall::orderId).contains(order.id());
    return order;
  }

  private PlacedOrder planned(String subject, String phone) {
    PlacedOrder order =
        tenant.anOrder().forSubject(subject).toPhone(phone).gapOfHours(1).attempts(1).place();
    fixture.planner.runOnce();
    return order;
  }

  private boolean stored(AttemptUpdate update) {
    fixture.store(update);
    return true;
  }

  private void end(PlacedOrder order) {
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
  }

  private static Instant nextAttemptAt(PlacedOrder order) {
    return Instant.parse(order.view().path("next_attempt_at").asText());
  }
}
