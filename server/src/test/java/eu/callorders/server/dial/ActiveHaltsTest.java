package eu.callorders.server.dial;

import static eu.callorders.core.problem.ProblemCode.VALIDATION_FAILED;
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
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.recovery.RecoveryHalt;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Halts stop dialing; after their end everything is dialed again. */
class ActiveHaltsTest {
  private static final Halt.Scope EVERYTHING = new Halt.Scope(null, null, null);
  private static final Halt.Scope GERMANY = new Halt.Scope(null, "DE", null);
  private static final Halt.Scope REMINDERS = new Halt.Scope(null, null, "payment_reminder");
  private static final String VIENNA = "+4312345678";

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final Halt.Scope here = new Halt.Scope(tenant.id(), null, null);

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void globalHaltStopsDialing() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halt(EVERYTHING);

    assertUntouched(order);
    resume(EVERYTHING);
    assertDialed(order);
  }

  @Test
  void recoveryHaltIsLiftedOnlyByRecovery() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    fixture.query(
        "INSERT INTO dial_halt (id, kind, era, reason, halted_at)"
            + " VALUES (gen_random_uuid(), 'recovery', 0, 'came back', now())");

    assertUntouched(order);
    halt(EVERYTHING);
    resume(EVERYTHING);
    assertUntouched(order);
    fixture.database.asWorker(c -> RecoveryHalt.lift(c, 0, "nothing was lost")).await();
    assertDialed(order);
  }

  @Test
  void haltsOneTenant() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder foreign = planned(fixture.tenant(), MagicLine.BUSY.number(1));
    halt(here);

    assertThat(fixture.dialer.runOnce()).isEqualTo(1);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(foreign.id());
    assertUntouched(order);
    resume(here);
    assertDialed(order);
  }

  @Test
  void haltsOneCountry() {
    PlacedOrder german = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder austrian = planned(tenant, VIENNA);
    halt(GERMANY);

    assertThat(fixture.dialer.runOnce()).isEqualTo(2);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(austrian.id());
    assertUntouched(german);
  }

  @Test
  void haltsOneOrderType() {
    PlacedOrder order = planned(tenant, VIENNA);
    halt(new Halt.Scope(tenant.id(), "AT", "payment_reminder"));

    assertThat(fixture.dialer.runOnce()).isEqualTo(1);
    assertUntouched(order);
  }

  @Test
  void dialsOrdersThatMatchAHaltOnlyPartly() {
    PlacedOrder order = planned(tenant, VIENNA);
    halt(new Halt.Scope(tenant.id(), "DE", "payment_reminder"));
    halt(new Halt.Scope(tenant.id(), "AT", "farewell"));
    halt(new Halt.Scope(fixture.tenant().id(), null, null));

    assertDialed(order);
  }

  @Test
  void resumeReleasesParkedOrders() {
    PlacedOrder first = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder second = planned(tenant, MagicLine.BUSY.number(1));
    halt(REMINDERS);
    fixture.dialer.runOnce();
    assertThat(fixture.haltReleaseWorker.runOnce()).isZero();

    resume(EVERYTHING);

    assertThat(fixture.haltReleaseWorker.runOnce()).isEqualTo(2);
    assertThat(fixture.dialer.runOnce()).isEqualTo(2);
    assertThat(gateway.placed)
        .extracting(PlaceCall::orderId)
        .containsExactlyInAnyOrder(first.id(), second.id());
    assertThat(fixture.haltReleaseWorker.runOnce()).isZero();
    assertThat(fixture.query("SELECT FROM dial_halt WHERE released_at IS NOT NULL")).hasSize(1);
  }

  @Test
  void parksReleasedOrderForAnotherHalt() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halt(GERMANY);
    fixture.dialer.runOnce();
    halt(REMINDERS);
    resume(GERMANY);
    fixture.haltReleaseWorker.runOnce();

    assertThat(fixture.dialer.runOnce()).isEqualTo(1);
    assertUntouched(order);
  }

  @Test
  void resumeLiftsOnlyHaltsWithinItsScope() {
    halt(EVERYTHING);
    halt(here);
    halt(new Halt.Scope(tenant.id(), "DE", null));
    halt(GERMANY);

    assertThat(resume(here)).hasSize(2);
    assertThat(inForce()).containsExactly(EVERYTHING, GERMANY);
    assertThat(resume(here)).isEmpty();
    assertThat(resume(EVERYTHING)).hasSize(2);
    assertThat(inForce()).isEmpty();
  }

  @Test
  void repeatedHaltOfScopeReturnsTheFirst() {
    Halt first = halt(GERMANY);

    assertThat(halt(GERMANY)).isEqualTo(first);
    assertThat(inForce()).containsExactly(GERMANY);
  }

  @Test
  void activeCallContinues() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    fixture.dialer.runOnce();
    halt(EVERYTHING);

    fixture.receive(gateway.answered(order.attempt()));
    fixture.reconciler.runOnce();

    assertThat(order.status()).isEqualTo("in_progress");
    assertThat(gateway.stopRequests).isEmpty();
  }

  @Test
  void haltsRetries() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    fixture.dialDue();
    halt(REMINDERS);
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    tenant.jump(Duration.ofHours(2));

    assertThat(fixture.dialer.runOnce()).isEqualTo(1);
    assertThat(fixture.dialer.runOnce()).isZero();
    assertThat(gateway.placed).hasSize(1);
    assertThat(order.status()).isEqualTo("scheduled");
  }

  @Test
  void parkedOrdersCanEnd() {
    PlacedOrder canceled = planned(tenant, MagicLine.BUSY.number(0));
    PlacedOrder expired =
        tenant.anOrder().toPhone(VIENNA).notAfter(tenant.now().plus(Duration.ofHours(1))).place();
    fixture.planner.runOnce();
    halt(REMINDERS);
    assertThat(fixture.dialer.runOnce()).isEqualTo(2);

    fixture.change(canceled, new OrderCommand.Cancel(null));
    tenant.jump(Duration.ofHours(2));
    fixture.planner.runOnce();

    assertThat(canceled.status()).isEqualTo("canceled");
    assertThat(expired.status()).isEqualTo("expired");
    resume(EVERYTHING);
    fixture.haltReleaseWorker.runOnce();
    assertThat(fixture.dialer.runOnce()).isZero();
  }

  @Test
  void explanationNamesTheReason() {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halt(GERMANY);

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
  void haltBeforeDialPreventsIt() throws Exception {
    for (Halt.Scope scope : List.of(EVERYTHING, here, GERMANY, REMINDERS)) {
      PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
      var race = fixture.raceAt("dial_halt", () -> halt(scope), fixture.dialer::runOnce);

      assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
      assertThat(gateway.placed).isEmpty();
      assertUntouched(order);
      resume(scope);
      fixture.haltReleaseWorker.runOnce();
      fixture.change(order, new OrderCommand.Cancel(null));
    }
  }

  @Test
  void haltAfterDialWaitsForTheIntent() throws Exception {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    var race = fixture.race(fixture.dialer::runOnce, () -> halt(EVERYTHING));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(order.id());
    assertThat(inForce()).containsExactly(EVERYTHING);
  }

  @Test
  void refusesMoreThanThousandHaltsExceptTheGlobalOne() {
    fixture.query(
        """
        INSERT INTO dial_halt (id, order_type, reason, halted_at)
        SELECT gen_random_uuid(), 'type_' || n, 'fire drill', now() FROM generate_series(1, $1) AS n
        """,
        HaltControl.MAX_HALTS);

    assertThatThrownBy(() -> halt(GERMANY))
        .isInstanceOfSatisfying(
            ProblemException.class,
            refusal -> assertThat(refusal.problem().code()).isEqualTo(VALIDATION_FAILED));
    halt(EVERYTHING);
    assertThat(inForce()).hasSize(HaltControl.MAX_HALTS + 1).contains(EVERYTHING);

    resume(new Halt.Scope(null, null, "type_1"));
    resume(EVERYTHING);
    halt(GERMANY);
    assertThat(inForce()).containsExactly(GERMANY);
  }

  @Test
  void concurrentResumeLosesNoOrder() throws Exception {
    PlacedOrder order = planned(tenant, MagicLine.BUSY.number(0));
    halt(GERMANY);
    fixture.raceAt("call_order", fixture.dialer::runOnce, () -> resume(GERMANY));
    fixture.haltReleaseWorker.runOnce();

    assertDialed(order);
  }

  private static PlacedOrder planned(TestTenant tenant, String phone) {
    PlacedOrder order = tenant.anOrder().toPhone(phone).gapOfHours(1).place();
    tenant.fixture().planner.runOnce();
    return order;
  }

  private Halt halt(Halt.Scope scope) {
    return fixture
        .database
        .asWorker(connection -> fixture.haltControl.halt(connection, scope, "fire drill"))
        .await();
  }

  private List<Halt> resume(Halt.Scope scope) {
    return fixture
        .database
        .asWorker(connection -> fixture.haltControl.resume(connection, scope))
        .await();
  }

  private List<Halt.Scope> inForce() {
    return fixture.database.asWorker(fixture.haltControl::active).await().halts().stream()
        .map(Halt::scope)
        .toList();
  }

  /** The order waits unchanged, and the dialer does not read it again. */
  private void assertUntouched(PlacedOrder order) {
    int revision = order.revision();
    assertThat(fixture.dialer.runOnce()).isZero();
    assertThat(order.revision()).isEqualTo(revision);
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.attempts()).isEmpty();
    assertThat(gateway.placed).extracting(PlaceCall::orderId).doesNotContain(order.id());
    assertThat(order.eventTypes()).containsExactly("call_order.accepted", "call_order.scheduled");
  }

  private void assertDialed(PlacedOrder order) {
    assertThat(fixture.dialer.runOnce()).isPositive();
    assertThat(gateway.placed).extracting(PlaceCall::orderId).contains(order.id());
  }
}
