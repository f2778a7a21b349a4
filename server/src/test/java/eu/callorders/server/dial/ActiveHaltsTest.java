package eu.callorders.server.dial;

import static eu.callorders.core.problem.ProblemCode.VALIDATION_FAILED;
import static eu.callorders.server.dial.HaltFixture.EVERYTHING;
import static eu.callorders.server.dial.HaltFixture.GERMANY;
import static eu.callorders.server.dial.HaltFixture.REMINDERS;
import static eu.callorders.server.dial.HaltFixture.planned;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.dial.DialExplanation;
import eu.callorders.core.order.OrderCommand;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.recovery.RecoveryHalt;
import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Halts stop dialing; after their end everything is dialed again. */
@Tag("long")
class ActiveHaltsTest {
  @AutoClose private final HaltFixture halts = new HaltFixture();
  private final ScriptedGateway gateway = halts.gateway;
  private final DialFixture fixture = halts.fixture;
  private final TestTenant tenant = halts.tenant;
  private final Halt.Scope here = new Halt.Scope(tenant.id(), null, null);

  private static final String VIENNA = "+4312345678";

  @Test
  void globalHaltStopsDialing() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halts.halt(EVERYTHING);

    halts.assertUntouched(order);
    halts.resume(EVERYTHING);
    halts.assertDialed(order);
  }

  @Test
  void recoveryHaltIsLiftedOnlyByRecovery() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    fixture.query(
        "INSERT INTO dial_halt (id, kind, era, reason, halted_at)"
            + " VALUES (gen_random_uuid(), 'recovery', 0, 'came back', now())");

    halts.assertUntouched(order);
    halts.halt(EVERYTHING);
    halts.resume(EVERYTHING);
    halts.assertUntouched(order);
    fixture.database.asWorker(c -> RecoveryHalt.lift(c, 0, "nothing was lost")).await();
    halts.assertDialed(order);
  }

  @Test
  void haltsOneTenant() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder foreign = planned(fixture.tenant(), MagicLine.BUSY.number(1));
    halts.halt(here);

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(foreign.id());
    halts.assertUntouched(order);
    halts.resume(here);
    halts.assertDialed(order);
  }

  @Test
  void haltsOneCountry() {
    PlacedOrder german = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder austrian = planned(tenant, VIENNA);
    halts.halt(GERMANY);

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(2);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(austrian.id());
    halts.assertUntouched(german);
  }

  @Test
  void haltsOneOrderType() {
    PlacedOrder order = planned(tenant, VIENNA);
    halts.halt(new Halt.Scope(tenant.id(), "AT", "payment_reminder"));

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
    halts.assertUntouched(order);
  }

  @Test
  void dialsOrdersThatMatchAHaltOnlyPartly() {
    PlacedOrder order = planned(tenant, VIENNA);
    halts.halt(new Halt.Scope(tenant.id(), "DE", "payment_reminder"));
    halts.halt(new Halt.Scope(tenant.id(), "AT", "farewell"));
    halts.halt(new Halt.Scope(fixture.tenant().id(), null, null));

    halts.assertDialed(order);
  }

  @Test
  void resumeReleasesParkedOrders() {
    PlacedOrder first = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder second = planned(tenant, MagicLine.BUSY.number(1));
    halts.halt(REMINDERS);
    fixture.dialer.runOnce();
    assertThat(fixture.haltReleaseWorker.runOnce()).isZero();

    halts.resume(EVERYTHING);

    assertThat(fixture.haltReleaseWorker.runOnce()).isEqualTo(2);
    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(2);
    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactlyInAnyOrder(first.id(), second.id());
    assertThat(fixture.haltReleaseWorker.runOnce()).isZero();
    assertThat(fixture.query("SELECT FROM dial_halt WHERE released_at IS NOT NULL")).hasSize(1);
  }

  @Test
  void parksReleasedOrderForAnotherHalt() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halts.halt(GERMANY);
    fixture.dialer.runOnce();
    halts.halt(REMINDERS);
    halts.resume(GERMANY);
    fixture.haltReleaseWorker.runOnce();

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
    halts.assertUntouched(order);
  }

  @Test
  void resumeLiftsOnlyHaltsWithinItsScope() {
    halts.halt(EVERYTHING);
    halts.halt(here);
    halts.halt(new Halt.Scope(tenant.id(), "DE", null));
    halts.halt(GERMANY);

    assertThat(halts.resume(here)).hasSize(2);
    assertThat(halts.inForce()).containsExactly(EVERYTHING, GERMANY);
    assertThat(halts.resume(here)).isEmpty();
    assertThat(halts.resume(EVERYTHING)).hasSize(2);
    assertThat(halts.inForce()).isEmpty();
  }

  @Test
  void repeatedHaltOfScopeReturnsTheFirst() {
    Halt first = halts.halt(GERMANY);

    assertThat(halts.halt(GERMANY)).isEqualTo(first);
    assertThat(halts.inForce()).containsExactly(GERMANY);
  }

  @Test
  void activeCallContinues() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    fixture.dialer.runOnce();
    halts.halt(EVERYTHING);

    fixture.receive(gateway.answered(order.attempt()));
    fixture.reconciler.runOnce();

    assertThat(order.status()).isEqualTo("in_progress");
    assertThat(gateway.stopRequests).isEmpty();
  }

  @Test
  void haltsRetries() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    fixture.dialDue();
    halts.halt(REMINDERS);
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    tenant.jump(Duration.ofHours(2));

    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(1);
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(gateway.placed).hasSize(1);
    assertThat(order.status()).isEqualTo("scheduled");
  }

  @Test
  void parkedOrdersCanEnd() {
    PlacedOrder canceled = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder expired =
        tenant.anOrder().toPhone(VIENNA).notAfter(tenant.now().plus(Duration.ofHours(1))).place();
    fixture.planner.runOnce();
    halts.halt(REMINDERS);
    assertThat(fixture.dialer.runOnce().orders()).isEqualTo(2);

    fixture.orders.change(canceled, new OrderCommand.Cancel(null));
    tenant.jump(Duration.ofHours(2));
    fixture.planner.runOnce();

    assertThat(canceled.status()).isEqualTo("canceled");
    assertThat(expired.status()).isEqualTo("expired");
    halts.resume(EVERYTHING);
    fixture.haltReleaseWorker.runOnce();
    assertThat(fixture.dialer.runOnce().orders()).isZero();
  }

  @Test
  void explanationNamesTheReason() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halts.halt(GERMANY);

    assertExplained(order);
    fixture.dialer.runOnce();
    assertExplained(order);
  }

  private void assertExplained(PlacedOrder order) {
    DialExplanation explanation = fixture.explain(order);
    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules())
        .filteredOn(each -> each.rule() == DialRule.HALT)
        .singleElement()
        .satisfies(
            each -> {
              assertThat(each.verdict()).isEqualTo(Verdict.WAIT);
              assertThat(each.message()).endsWith("Dialing is halted: fire drill");
            });
  }

  @Test
  void refusesMoreThanThousandHaltsExceptTheGlobalOne() {
    fixture.query(
        """
        INSERT INTO dial_halt (id, order_type, reason, halted_at)
        SELECT gen_random_uuid(), 'type_' || n, 'fire drill', now() FROM generate_series(1, $1) AS n
        """,
        HaltControl.MAX_HALTS);

    assertThatThrownBy(() -> halts.halt(GERMANY))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> assertThat(refusal.problem().code()).isEqualTo(VALIDATION_FAILED));
    halts.halt(EVERYTHING);
    assertThat(halts.inForce()).hasSize(HaltControl.MAX_HALTS + 1).contains(EVERYTHING);

    halts.resume(new Halt.Scope(null, null, "type_1"));
    halts.resume(EVERYTHING);
    halts.halt(GERMANY);
    assertThat(halts.inForce()).containsExactly(GERMANY);
  }
}
