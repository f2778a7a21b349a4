package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.capacity.DialRule;
import eu.callorders.core.capacity.RuleVerdict.Verdict;
import eu.callorders.core.order.OrderState;
import eu.callorders.server.Race.Meeting;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What a pause holds, and what goes on afterwards. */
class EnrollmentPausesTest {
  private static final String CALL =
      """
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
        "scheduling": {"max_attempts": 3, "retry": {"min_gap_hours": 1}}},
        {"id": "rest", "type": "wait", "after": {"min": "P2D"}}]
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final TestTenant tenant = house.tenant();
  private final TestSequence ladder = TestSequence.of(tenant, CALL);

  @AfterEach
  void close() {
    house.close();
  }

  private TestEnrollment ordered() {
    TestEnrollment climber = ladder.enroll(MagicLine.BUSY);
    house.engine.runOnce();
    return climber;
  }

  private TestEnrollment planned() {
    TestEnrollment climber = ordered();
    house.planner.runOnce();
    assertThat(climber.order().status()).isEqualTo("scheduled");
    return climber;
  }

  @Test
  void anAcceptedOrderIsNotPlannedUntilItIsResumed() {
    TestEnrollment climber = ordered();
    climber.ask("pause");

    house.dialDue();
    assertThat(climber.order().status()).isEqualTo("accepted");

    climber.ask("resume");
    assertThat(climber.order().status()).isEqualTo("scheduled");
    house.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void aPlannedOrderIsNotDialledUntilItIsResumed() {
    TestEnrollment climber = planned();
    climber.ask("pause");
    tenant.jump(Duration.ofHours(2));
    Instant missed = tenant.now();

    house.dialDue();
    assertThat(gateway.placed).isEmpty();
    assertThat(house.dialer.dial(TestClaims.of(climber.order()))).isZero();
    assertThat(gateway.placed).isEmpty();
    assertThat(climber.order().status()).isEqualTo("scheduled");

    climber.ask("resume");
    assertThat(climber.order().loaded().state())
        .isInstanceOfSatisfying(
            OrderState.Scheduled.class,
            planned ->
                assertThat(planned.nextAttemptAt()).isAfterOrEqualTo(missed.minusSeconds(1)));
    house.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void aRetryOfACallThatWasRunningIsHeld() {
    TestEnrollment climber = planned();
    house.dialDue();
    climber.ask("pause");
    assertThat(climber.order().status()).isEqualTo("dialing");

    house.tell(gateway.ended(climber.order().attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(climber.order().status()).isEqualTo("scheduled");
    tenant.jump(Duration.ofHours(2));
    house.dialDue();
    assertThat(gateway.placed).hasSize(1);

    climber.ask("resume");
    house.dialDue();
    assertThat(gateway.placed).hasSize(2);
  }

  @Test
  void aHeldOrderExpires() {
    TestEnrollment accepted = ordered();
    TestEnrollment scheduled = planned();
    accepted.ask("pause");
    scheduled.ask("pause");
    tenant.jump(Duration.ofDays(31));

    house.planner.runOnce();

    assertThat(accepted.order().status()).isEqualTo("expired");
    assertThat(scheduled.order().status()).isEqualTo("expired");
    house.engine.runOnce();
    assertThat(accepted.status()).isEqualTo("paused");
    assertThat(accepted.step()).isEqualTo("rest");
    accepted.ask("resume");
    house.engine.runOnce();
    assertThat(accepted.eventTypes().getLast()).isEqualTo("enrollment.step_started");
  }

  @Test
  void aHeldOrderMayBeEditedAndStaysHeld() {
    TestEnrollment climber = planned();
    climber.ask("pause");
    PlacedOrder order = climber.order();

    var edited = client().patch(order, order.tag(), "{\"scheduling\": {\"max_attempts\": 2}}");

    assertThat(edited.status()).isEqualTo(200);
    tenant.jump(Duration.ofHours(2));
    house.dialDue();
    assertThat(gateway.placed).isEmpty();
    climber.ask("resume");
    house.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void theNextStepOfAHeldOrderThatItsClientCancelsWaitsForTheResumption() {
    TestEnrollment climber = planned();
    climber.ask("pause");

    assertThat(client().cancel(climber.order(), "paid").status()).isEqualTo(200);

    house.engine.runOnce();
    assertThat(climber.status()).isEqualTo("paused");
    assertThat(climber.step()).isEqualTo("rest");
    assertThat(climber.eventTypes()).endsWith("enrollment.step_started", "enrollment.paused");
    climber.ask("resume");
    house.engine.runOnce();
    assertThat(climber.eventTypes()).endsWith("enrollment.resumed", "enrollment.step_started");
    assertThat(climber.orders()).hasSize(1);
  }

  private TestClient client() {
    return new TestClient(house, tenant.id());
  }

  @Test
  void anExplanationNamesThePause() {
    TestEnrollment climber = planned();
    climber.ask("pause");

    var explanation = house.explain(climber.order());

    assertThat(explanation.dialable()).isFalse();
    assertThat(explanation.nextPossibleAt()).isNull();
    assertThat(explanation.rules())
        .filteredOn(each -> each.rule() == DialRule.ENROLLMENT_PAUSED)
        .extracting(each -> each.verdict())
        .containsExactly(Verdict.WAIT);
  }

  @Test
  void aWakeUpThatWasMissedIsDueAtOnce() {
    TestEnrollment climber =
        TestSequence.of(
                tenant,
                "letter.sent",
                "one_active_per_subject",
                """
                "steps": [{"id": "rest", "type": "wait", "after": {"min": "P2D"}},
                  {"id": "call", "type": "create_order", "order_type": "payment_reminder"}]
                """)
            .enroll(MagicLine.BUSY);
    house.engine.runOnce();
    climber.ask("pause");
    tenant.jump(Duration.ofDays(6)); // a Tuesday
    assertThat(house.engine.runOnce()).isZero();

    climber.ask("resume");
    house.engine.runOnce();

    assertThat(climber.orders()).hasSize(1);
  }

  @Test
  void aPauseThatIsSecondHoldsTheRetryOfTheCall() throws Exception {
    TestEnrollment climber = planned();

    var race = house.race(house.dialer::runOnce, () -> climber.ask("pause"));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    house.tell(gateway.ended(climber.order().attempt(), Disposition.BUSY, Cause.NORMAL));
    tenant.jump(Duration.ofHours(2));
    house.dialDue();
    assertThat(gateway.placed).hasSize(1);
  }

  @Test
  void aPauseThatIsFirstLetsNothingBeDialled() throws Exception {
    TestEnrollment climber = planned();

    var race = house.race(() -> climber.ask("pause"), house.dialer::runOnce);

    assertThat(race.second()).isZero();
    house.dialDue();
    assertThat(house.dialer.dial(TestClaims.of(climber.order()))).isZero();
    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void aPauseBetweenADialersLookAndItsLockHolds() {
    TestEnrollment climber = planned();

    house.dialer.dial(TestClaims.findingBefore(climber.order(), () -> climber.ask("pause")));

    assertThat(gateway.placed).isEmpty();
    assertThat(climber.order().status()).isEqualTo("scheduled");
  }
}
