package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Race.Meeting;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Whatever meets a step at one person, in either order, as locks of the database force it. */
class SequenceEngineRacesTest {
  private static final String CALL =
      """
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder"}]
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final DialFixture other = house.anotherNode();
  private final TestTenant tenant = house.tenant();
  private final TestSequence ladder = TestSequence.of(tenant, CALL);
  private final OrderDraft draft = tenant.anOrder().of("erika").to(MagicLine.BUSY);
  private final ObjectNode person = TestSequence.person(draft);
  private final String number = person.at("/contacts/0/value").asText();

  @AfterEach
  void close() {
    other.close();
    house.close();
  }

  private void assertNothingIsDialled() {
    house.engine.runOnce();
    other.engine.runOnce();
    house.dialDue();
    assertThat(gateway.placed).isEmpty();
  }

  private void stepThenEnd(TestEnrollment climber, Callable<?> end) throws Exception {
    var race = house.race(house.engine::runOnce, end);

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(climber.orders()).hasSize(1);
    assertThat(climber.order().status()).isEqualTo("canceled");
    assertNothingIsDialled();
    assertThat(climber.orders()).hasSize(1);
  }

  private void endThenStep(TestEnrollment climber, Callable<?> end) throws Exception {
    var race = house.race(end, other.engine::runOnce);

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    assertNothingIsDialled();
    assertThat(climber.orders()).isEmpty();
  }

  @Test
  void anExitThatIsSecondEndsTheOrderOfTheStep() throws Exception {
    TestEnrollment climber = ladder.enroll(draft);
    stepThenEnd(climber, () -> ladder.signal("payment.received", person));
    assertThat(climber.exitReason()).isEqualTo("payment.received");
  }

  @Test
  void anExitThatIsFirstLetsNoStepMakeAnOrder() throws Exception {
    TestEnrollment climber = ladder.enroll(draft);
    endThenStep(climber, () -> ladder.signal("payment.received", person));
    assertThat(climber.exitReason()).isEqualTo("payment.received");
  }

  @Test
  void aCancelThatIsSecondEndsTheOrderOfTheStep() throws Exception {
    TestEnrollment climber = ladder.enroll(draft);
    stepThenEnd(climber, () -> climber.ask("cancel"));
    assertThat(climber.status()).isEqualTo("canceled");
  }

  @Test
  void aCancelThatIsFirstLetsNoStepMakeAnOrder() throws Exception {
    TestEnrollment climber = ladder.enroll(draft);
    endThenStep(climber, () -> climber.ask("cancel"));
    assertThat(climber.status()).isEqualTo("canceled");
  }

  @Test
  void anEntryThatIsSecondEndsTheOrderOfTheStep() throws Exception {
    TestEnrollment climber = ladder.enroll(draft);
    stepThenEnd(climber, () -> new TestClient(other, tenant.id()).enter(number, null));
    assertThat(climber.exitReason()).isEqualTo("do_not_call");
  }

  @Test
  void anEntryThatIsFirstLetsNoStepMakeAnOrder() throws Exception {
    TestEnrollment climber = ladder.enroll(draft);
    endThenStep(climber, () -> new TestClient(other, tenant.id()).enter(number, null));
    assertThat(climber.exitReason()).isEqualTo("do_not_call");
  }

  @Test
  void aStepThatTwoEnginesMeetAtMakesOneOrder() throws Exception {
    TestEnrollment climber = ladder.enroll(draft);

    var race = house.race(house.engine::runOnce, other.engine::runOnce);

    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertThat(other.engine.runOnce()).isZero();
    assertThat(climber.orders()).hasSize(1);
  }

  @Test
  void anEntryForANumberThatIsSecondEndsWhatWasJustStarted() throws Exception {
    var race =
        house.race(
            () -> ladder.signal("invoice.overdue", person),
            () -> new TestClient(other, tenant.id()).enter(number, null));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    TestEnrollment climber = new TestEnrollment(tenant, race.first().getFirst().enrollmentId());
    assertThat(climber.exitReason()).isEqualTo("do_not_call");
    assertNothingIsDialled();
  }

  @Test
  void nothingStartsAfterAnEntryThatWasFirst() throws Exception {
    var race =
        house.race(
            () -> new TestClient(other, tenant.id()).enter(number, null),
            () -> ladder.signal("invoice.overdue", person));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.second()).isEmpty();
  }

  @Test
  void aStartWithAPersonOfAnEarlierOrderMeetsAnEntryAsWell() throws Exception {
    PlacedOrder earlier = draft.placed();
    new TestClient(house, tenant.id()).cancel(earlier, "paid");

    var race =
        house.race(
            () -> new TestClient(other, tenant.id()).enter(number, null),
            () -> ladder.signal("invoice.overdue", "erika", null));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.second()).isEmpty();
  }

  @Test
  void twoSignalsStartOneEnrollment() throws Exception {
    var race =
        house.race(
            () -> ladder.signal("invoice.overdue", person),
            () -> ladder.signal("invoice.overdue", person));

    List<Triggered> second = race.second();
    assertThat(second.getFirst().enrollmentId()).isEqualTo(race.first().getFirst().enrollmentId());
  }
}
