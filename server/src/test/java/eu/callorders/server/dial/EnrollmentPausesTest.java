package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.Race.RaceOutcome;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The effects of a pause and a resumption. */
@Tag("long")
class EnrollmentPausesTest {
  private static final String CALL =
      """
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 3, "retry": {"min_gap_hours": 1}}},
        {"id": "rest", "type": "wait", "after": {"min": "P2D"}}]
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final TestSequence sequence = TestSequence.of(tenant, CALL);

  private TestEnrollment ordered() {
    TestEnrollment enrollment = sequence.enroll(MagicLine.BUSY);
    fixture.engine.runOnce();
    return enrollment;
  }

  private TestEnrollment planned() {
    TestEnrollment enrollment = ordered();
    fixture.planner.runOnce();
    assertThat(enrollment.order().status()).isEqualTo("scheduled");
    return enrollment;
  }

  @Test
  void acceptedOrderIsScheduledAfterResumption() {
    TestEnrollment enrollment = ordered();
    enrollment.order().leftToPlanner();
    enrollment.perform("pause");

    fixture.dialDue();
    assertThat(enrollment.order().status()).isEqualTo("accepted");

    enrollment.perform("resume");
    assertThat(enrollment.order().status()).isEqualTo("scheduled");
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void scheduledOrderIsDialedAfterResumption() {
    TestEnrollment enrollment = planned();
    enrollment.perform("pause");
    tenant.jump(Duration.ofHours(2));
    Instant missed = tenant.now();

    fixture.dialDue();
    assertThat(gateway.placed).isEmpty();
    assertThat(fixture.dialer.dial(TestClaims.forOrders(enrollment.order()))).isZero();
    assertThat(gateway.placed).isEmpty();
    assertThat(enrollment.order().status()).isEqualTo("scheduled");

    enrollment.perform("resume");
    assertThat(enrollment.order().load().state())
        .isInstanceOfSatisfying(
            OrderState.Scheduled.class,
            planned ->
                assertThat(planned.nextAttemptAt()).isAfterOrEqualTo(missed.minusSeconds(1)));
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void pauseHoldsTheRetryOfAnActiveCall() {
    TestEnrollment enrollment = planned();
    fixture.dialDue();
    enrollment.perform("pause");
    assertThat(enrollment.order().status()).isEqualTo("dialing");

    fixture.receive(gateway.ended(enrollment.order().attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(enrollment.order().status()).isEqualTo("scheduled");
    tenant.jump(Duration.ofHours(2));
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(1);

    enrollment.perform("resume");
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(2);
  }

  @Test
  void heldOrderExpires() {
    TestEnrollment accepted = ordered();
    TestEnrollment scheduled = planned();
    accepted.perform("pause");
    scheduled.perform("pause");
    tenant.jump(Duration.ofDays(31));

    fixture.planner.runOnce();

    assertThat(accepted.order().status()).isEqualTo("expired");
    assertThat(scheduled.order().status()).isEqualTo("expired");
    fixture.engine.runOnce();
    assertThat(accepted.status()).isEqualTo("paused");
    assertThat(accepted.step()).isEqualTo("rest");
    accepted.perform("resume");
    fixture.engine.runOnce();
    assertThat(accepted.eventTypes().getLast()).isEqualTo("enrollment.step_started");
  }

  @Test
  void editedOrderStaysHeld() {
    TestEnrollment enrollment = planned();
    enrollment.perform("pause");
    PlacedOrder order = enrollment.order();

    var edited = client().patch(order, order.tag(), "{\"scheduling\": {\"max_attempts\": 2}}");

    assertThat(edited.status()).isEqualTo(200);
    tenant.jump(Duration.ofHours(2));
    fixture.dialDue();
    assertThat(gateway.placed).isEmpty();
    enrollment.perform("resume");
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void nextStepAfterCancelWaitsForResumption() {
    TestEnrollment enrollment = planned();
    enrollment.perform("pause");

    assertThat(client().cancel(enrollment.order(), "paid").status()).isEqualTo(200);

    fixture.engine.runOnce();
    assertThat(enrollment.status()).isEqualTo("paused");
    assertThat(enrollment.step()).isEqualTo("rest");
    assertThat(enrollment.eventTypes()).endsWith("enrollment.step_started", "enrollment.paused");
    enrollment.perform("resume");
    fixture.engine.runOnce();
    assertThat(enrollment.eventTypes()).endsWith("enrollment.resumed", "enrollment.step_started");
    assertThat(enrollment.orders()).hasSize(1);
  }

  private TestClient client() {
    return new TestClient(fixture, tenant.id());
  }

  @Test
  void explanationNamesThePause() {
    TestEnrollment enrollment = planned();
    enrollment.perform("pause");

    var explanation = fixture.explain(enrollment.order());

    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules())
        .filteredOn(each -> each.rule() == DialRule.ENROLLMENT_PAUSED)
        .extracting(each -> each.verdict())
        .containsExactly(Verdict.WAIT);
  }

  @Test
  void missedStepIsDueAfterResumption() {
    TestEnrollment enrollment =
        TestSequence.of(
                tenant,
                "letter.sent",
                "one_active_per_subject",
                """
                "steps": [{"id": "rest", "type": "wait", "after": {"min": "P2D"}},
                  {"id": "call", "type": "create_order", "order_type": "payment_reminder"}]
                """)
            .enroll(MagicLine.BUSY);
    fixture.engine.runOnce();
    enrollment.perform("pause");
    tenant.jump(Duration.ofDays(6)); // a Tuesday
    assertThat(fixture.engine.runOnce()).isZero();

    enrollment.perform("resume");
    fixture.engine.runOnce();

    assertThat(enrollment.orders()).hasSize(1);
  }

  @Test
  void pauseDuringDialHoldsTheRetry() throws Exception {
    TestEnrollment enrollment = planned();

    var race =
        fixture.race(() -> fixture.dialer.runOnce().orders(), () -> enrollment.perform("pause"));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    fixture.receive(gateway.ended(enrollment.order().attempt(), Disposition.BUSY, Cause.NORMAL));
    tenant.jump(Duration.ofHours(2));
    fixture.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void pauseBeforeDialPreventsIt() throws Exception {
    TestEnrollment enrollment = planned();

    var race =
        fixture.race(() -> enrollment.perform("pause"), () -> fixture.dialer.runOnce().orders());

    assertThat(race.second()).isZero();
    fixture.dialDue();
    assertThat(fixture.dialer.dial(TestClaims.forOrders(enrollment.order()))).isZero();
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void pauseBeforeTheLockPreventsDial() {
    TestEnrollment enrollment = planned();

    fixture.dialer.dial(
        TestClaims.runBeforeLock(enrollment.order(), () -> enrollment.perform("pause")));

    assertThat(gateway.placed).isEmpty();
    assertThat(enrollment.order().status()).isEqualTo("scheduled");
  }
}
