package eu.callorders.server.dial;

import static eu.callorders.server.dial.TestSequence.TWO_CALLS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Effect;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Enrollments that signals start. */
class SequenceEnrollmentTest {
  @AutoClose
  private static final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());

  private final TestTenant tenant = fixture.tenant();

  @Test
  void missingSubjectDataFailsEnrollment() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    List<Triggered> effects = sequence.signal("invoice.overdue", "unknown", null);
    TestEnrollment enrollment = new TestEnrollment(tenant, effects.getFirst().enrollmentId());

    fixture.engine.runOnce();

    assertThat(enrollment.status()).isEqualTo("failed");
    assertThat(enrollment.exitReason()).isEqualTo("subject_data_missing");
  }

  @Test
  void usesSubjectDataOfTheNewestSignalOrOrder() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    String newer = MagicLine.VOICEMAIL.number(3);
    sequence.recordSubjectData(
        TestSequence.subjectData(
            tenant.anOrder().forSubject("erika").toPhone(MagicLine.BUSY.number(3))));
    tenant.jump(Duration.ofMinutes(1));
    tenant.anOrder().forSubject("erika").toPhone(newer).place();

    List<Triggered> effects = sequence.signal("invoice.overdue", "erika", null);

    assertThat(new TestEnrollment(tenant, effects.getFirst().enrollmentId()).phones())
        .containsExactly(newer);
  }

  @Test
  void stepUsesSubjectDataFromAfterTheStart() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    List<Triggered> effects = sequence.signal("invoice.overdue", "erika", null);
    TestEnrollment enrollment = new TestEnrollment(tenant, effects.getFirst().enrollmentId());
    String phone = MagicLine.BUSY.number(4);
    sequence.recordSubjectData(
        TestSequence.subjectData(tenant.anOrder().forSubject("erika").toPhone(phone)));

    fixture.engine.runOnce();

    assertThat(enrollment.orders()).hasSize(1);
    assertThat(enrollment.phones()).containsExactly(phone);
  }

  @Test
  void doesNotEnrollTwice() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    ObjectNode subject = TestSequence.subjectData(tenant.anOrder().to(MagicLine.BUSY));
    var first = sequence.signal("invoice.overdue", subject);
    TestEnrollment enrollment = new TestEnrollment(tenant, first.getFirst().enrollmentId());

    assertThat(sequence.signal("invoice.overdue", subject))
        .containsExactly(new Triggered(enrollment.id(), Effect.SKIPPED));
    enrollment.perform("pause");
    assertThat(sequence.signal("invoice.overdue", subject))
        .containsExactly(new Triggered(enrollment.id(), Effect.SKIPPED));
  }

  @Test
  void newEnrollmentReplacesThePrevious() {
    TestSequence sequence = TestSequence.of(tenant, "invoice.overdue", "replace_active", TWO_CALLS);
    ObjectNode subject = TestSequence.subjectData(tenant.anOrder().to(MagicLine.BUSY));
    TestEnrollment first =
        new TestEnrollment(
            tenant, sequence.signal("invoice.overdue", subject).getFirst().enrollmentId());
    fixture.engine.runOnce();

    List<Triggered> effects = sequence.signal("invoice.overdue", subject);

    assertThat(effects)
        .extracting(Triggered::effect)
        .containsExactly(Effect.REPLACED, Effect.ENROLLED);
    assertThat(effects.getFirst().enrollmentId()).isEqualTo(first.id());
    assertThat(first.exitReason()).isEqualTo("replaced");
    assertThat(first.order().status()).isEqualTo("canceled");
    assertThat(first.order().result().at("/termination/reason").asText())
        .isEqualTo("sequence_exited");
    assertThat(new TestEnrollment(tenant, effects.getLast().enrollmentId()).status())
        .isEqualTo("active");
  }

  @Test
  void signalDoesNotEndTheEnrollmentItStarts() {
    TestSequence sequence =
        TestSequence.of(tenant, "payment.received", "one_active_per_subject", TWO_CALLS);

    TestEnrollment enrollment = sequence.enroll(MagicLine.BUSY);

    assertThat(enrollment.status()).isEqualTo("active");
  }

  @Test
  void suppressedSubjectIsNotEnrolled() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    ObjectNode subject = TestSequence.subjectData(draft);
    TestClient client = new TestClient(fixture, tenant.id());
    client.suppressAndEnforce(subject.at("/contacts/0/value").asText(), null);
    assertThat(sequence.signal("invoice.overdue", subject)).isEmpty();

    client.suppressAndEnforce(null, "max");
    assertThat(sequence.signal("invoice.overdue", "max", null)).isEmpty();
  }

  @Test
  void operationsRefuseTheWrongStatus() {
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);

    assertThat(enrollment.perform("resume").code()).isEqualTo("enrollment_not_paused");
    assertThat(enrollment.perform("pause").status()).isEqualTo(200);
    assertThat(enrollment.perform("pause").code()).isEqualTo("enrollment_not_active");
    assertThat(enrollment.perform("cancel").body().path("exit_reason").asText())
        .isEqualTo("canceled");
    assertThat(enrollment.perform("cancel").code()).isEqualTo("enrollment_ended");
    assertThat(enrollment.perform("pause").code()).isEqualTo("enrollment_not_active");
    assertThat(enrollment.perform("resume").code()).isEqualTo("enrollment_not_paused");
    assertThat(new TestClient(fixture, fixture.tenant().id()).enrollment(enrollment.id()).code())
        .isEqualTo("not_found");
    assertThat(enrollment.eventTypes())
        .containsExactly("enrollment.started", "enrollment.paused", "enrollment.canceled");
    assertThat(Json.parse(enrollment.view().toString()).has("ended_at")).isTrue();
  }
}
