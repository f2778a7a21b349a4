package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Race.Meeting;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Races of a step with other work on the same subject. */
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

  private void assertNothingIsDialed() {
    house.engine.runOnce();
    other.engine.runOnce();
    house.dialDue();
    assertThat(gateway.placed).isEmpty();
  }

  private void stepThenEnd(TestEnrollment enrollment, Callable<?> end) throws Exception {
    var race = house.race(house.engine::runOnce, end);

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(enrollment.orders()).hasSize(1);
    assertThat(enrollment.order().status()).isEqualTo("canceled");
    assertNothingIsDialed();
    assertThat(enrollment.orders()).hasSize(1);
  }

  private void endThenStep(TestEnrollment enrollment, Callable<?> end) throws Exception {
    var race = house.race(end, other.engine::runOnce);

    assertThat(race.meeting()).isEqualTo(Meeting.ENDED);
    assertThat(race.second()).isZero();
    assertNothingIsDialed();
    assertThat(enrollment.orders()).isEmpty();
  }

  @Test
  void exitAfterStepEndsItsOrder() throws Exception {
    TestEnrollment enrollment = ladder.enroll(draft);
    stepThenEnd(enrollment, () -> ladder.signal("payment.received", person));
    assertThat(enrollment.exitReason()).isEqualTo("payment.received");
  }

  @Test
  void exitBeforeStepPreventsItsOrder() throws Exception {
    TestEnrollment enrollment = ladder.enroll(draft);
    endThenStep(enrollment, () -> ladder.signal("payment.received", person));
    assertThat(enrollment.exitReason()).isEqualTo("payment.received");
  }

  @Test
  void cancelAfterStepEndsItsOrder() throws Exception {
    TestEnrollment enrollment = ladder.enroll(draft);
    stepThenEnd(enrollment, () -> enrollment.ask("cancel"));
    assertThat(enrollment.status()).isEqualTo("canceled");
  }

  @Test
  void cancelBeforeStepPreventsItsOrder() throws Exception {
    TestEnrollment enrollment = ladder.enroll(draft);
    endThenStep(enrollment, () -> enrollment.ask("cancel"));
    assertThat(enrollment.status()).isEqualTo("canceled");
  }

  @Test
  void suppressionAfterStepEndsItsOrder() throws Exception {
    TestEnrollment enrollment = ladder.enroll(draft);
    stepThenEnd(enrollment, () -> new TestClient(other, tenant.id()).enter(number, null));
    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
  }

  @Test
  void suppressionBeforeStepPreventsItsOrder() throws Exception {
    TestEnrollment enrollment = ladder.enroll(draft);
    endThenStep(enrollment, () -> new TestClient(other, tenant.id()).enter(number, null));
    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
  }

  @Test
  void concurrentEnginesCreateOneOrder() throws Exception {
    TestEnrollment enrollment = ladder.enroll(draft);

    var race = house.race(house.engine::runOnce, other.engine::runOnce);

    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertThat(other.engine.runOnce()).isZero();
    assertThat(enrollment.orders()).hasSize(1);
  }

  @Test
  void suppressionAfterStartEndsEnrollment() throws Exception {
    var race =
        house.race(
            () -> ladder.signal("invoice.overdue", person),
            () -> new TestClient(other, tenant.id()).enter(number, null));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    TestEnrollment enrollment = new TestEnrollment(tenant, race.first().getFirst().enrollmentId());
    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
    assertNothingIsDialed();
  }

  @Test
  void suppressionBeforeStartPreventsIt() throws Exception {
    var race =
        house.race(
            () -> new TestClient(other, tenant.id()).enter(number, null),
            () -> ladder.signal("invoice.overdue", person));

    assertThat(race.meeting()).isEqualTo(Meeting.WAITED);
    assertThat(race.second()).isEmpty();
  }

  @Test
  void suppressionPreventsStartWithStoredSubjectData() throws Exception {
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
