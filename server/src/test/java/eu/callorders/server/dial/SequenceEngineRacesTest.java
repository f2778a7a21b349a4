package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Races of a step with other work on the same subject. */
@Tag("long")
class SequenceEngineRacesTest {
  private static final String CALL =
      """
      "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder"}]
      """;

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final DialFixture other = fixture.anotherNode();
  private final TestTenant tenant = fixture.tenant();
  private final TestSequence sequence = TestSequence.of(tenant, CALL);
  private final OrderDraft draft = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY);
  private final ObjectNode subjectData = TestSequence.subjectData(draft);
  private final String phone = subjectData.at("/contacts/0/value").asText();

  @AfterEach
  void close() {
    other.close();
    fixture.close();
  }

  private void assertNothingIsDialed() {
    fixture.engine.runOnce();
    other.engine.runOnce();
    fixture.dialDue();
    assertThat(gateway.placed).isEmpty();
  }

  private void stepThenEnd(TestEnrollment enrollment, Callable<?> end) throws Exception {
    var race = fixture.race(fixture.engine::runOnce, end);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.first()).isEqualTo(1);
    assertThat(enrollment.orders()).hasSize(1);
    assertThat(enrollment.order().status()).isEqualTo("canceled");
    assertNothingIsDialed();
    assertThat(enrollment.orders()).hasSize(1);
  }

  private void endThenStep(TestEnrollment enrollment, Callable<?> end) throws Exception {
    var race = fixture.race(end, other.engine::runOnce);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.ENDED);
    assertThat(race.second()).isZero();
    assertNothingIsDialed();
    assertThat(enrollment.orders()).isEmpty();
  }

  @Test
  void exitAfterStepEndsItsOrder() throws Exception {
    TestEnrollment enrollment = sequence.enroll(draft);
    stepThenEnd(enrollment, () -> sequence.signal("payment.received", subjectData));
    assertThat(enrollment.exitReason()).isEqualTo("payment.received");
  }

  @Test
  void exitBeforeStepPreventsItsOrder() throws Exception {
    TestEnrollment enrollment = sequence.enroll(draft);
    endThenStep(enrollment, () -> sequence.signal("payment.received", subjectData));
    assertThat(enrollment.exitReason()).isEqualTo("payment.received");
  }

  @Test
  void cancelAfterStepEndsItsOrder() throws Exception {
    TestEnrollment enrollment = sequence.enroll(draft);
    stepThenEnd(enrollment, () -> enrollment.perform("cancel"));
    assertThat(enrollment.status()).isEqualTo("canceled");
  }

  @Test
  void cancelBeforeStepPreventsItsOrder() throws Exception {
    TestEnrollment enrollment = sequence.enroll(draft);
    endThenStep(enrollment, () -> enrollment.perform("cancel"));
    assertThat(enrollment.status()).isEqualTo("canceled");
  }

  @Test
  void suppressionAfterStepEndsItsOrder() throws Exception {
    TestEnrollment enrollment = sequence.enroll(draft);
    stepThenEnd(
        enrollment, () -> new TestClient(other, tenant.id()).suppressAndEnforce(phone, null));
    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
  }

  @Test
  void suppressionBeforeStepPreventsItsOrder() throws Exception {
    TestEnrollment enrollment = sequence.enroll(draft);
    endThenStep(
        enrollment, () -> new TestClient(other, tenant.id()).suppressAndEnforce(phone, null));
    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
  }

  @Test
  void concurrentEnginesCreateOneOrder() throws Exception {
    TestEnrollment enrollment = sequence.enroll(draft);

    var race = fixture.race(fixture.engine::runOnce, other.engine::runOnce);

    assertThat(race.first()).isEqualTo(1);
    assertThat(race.second()).isZero();
    assertThat(other.engine.runOnce()).isZero();
    assertThat(enrollment.orders()).hasSize(1);
  }

  @Test
  void suppressionAfterStartEndsEnrollment() throws Exception {
    var race =
        fixture.race(
            () -> sequence.signal("invoice.overdue", subjectData),
            () -> new TestClient(other, tenant.id()).suppressAndEnforce(phone, null));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    TestEnrollment enrollment = new TestEnrollment(tenant, race.first().getFirst().enrollmentId());
    assertThat(enrollment.exitReason()).isEqualTo("do_not_call");
    assertNothingIsDialed();
  }

  @Test
  void suppressionBeforeStartPreventsIt() throws Exception {
    var race =
        fixture.race(
            () -> new TestClient(other, tenant.id()).suppressAndEnforce(phone, null),
            () -> sequence.signal("invoice.overdue", subjectData));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second()).isEmpty();
  }

  @Test
  void suppressionPreventsStartWithStoredSubjectData() throws Exception {
    PlacedOrder earlier = draft.place();
    new TestClient(fixture, tenant.id()).cancel(earlier, "paid");

    var race =
        fixture.race(
            () -> new TestClient(other, tenant.id()).suppressAndEnforce(phone, null),
            () -> sequence.signal("invoice.overdue", "erika", null));

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(race.second()).isEmpty();
  }

  @Test
  void twoSignalsStartOneEnrollment() throws Exception {
    var race =
        fixture.race(
            () -> sequence.signal("invoice.overdue", subjectData),
            () -> sequence.signal("invoice.overdue", subjectData));

    List<Triggered> second = race.second();
    assertThat(second.getFirst().enrollmentId()).isEqualTo(race.first().getFirst().enrollmentId());
  }
}
