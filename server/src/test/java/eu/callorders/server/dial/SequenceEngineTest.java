package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Effect;
import eu.callorders.server.enrollment.EnrollmentSignalHandler.Triggered;
import eu.callorders.server.json.Json;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Executes the steps of enrollments, with a scripted gateway. */
class SequenceEngineTest {
  private static final String CALL =
      """
      {"id": "%s", "type": "create_order", "order_type": "payment_reminder",
       "scheduling": {"max_attempts": 1}}
      """;

  private static final String TWO_CALLS =
      """
      "exit_conditions": [],
      "steps": [%s, {"id": "pause", "type": "wait", "after": {"min": "P2D"}}, %s]
      """
          .formatted(CALL.formatted("first"), CALL.formatted("second"));

  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  private static DialFixture fixture;

  private final TestTenant tenant = fixture.tenant();

  @BeforeAll
  static void open() {
    fixture = DialFixture.withGateway(GATEWAY);
  }

  @AfterAll
  static void close() {
    fixture.close();
  }

  private static void callEnds(TestEnrollment enrollment, Disposition disposition) {
    fixture.dialDue();
    fixture.receive(GATEWAY.ended(enrollment.order().attempt(), disposition, Cause.NORMAL));
  }

  @Test
  void executesAllSteps() {
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    assertThat(enrollment.status()).isEqualTo("active");
    assertThat(enrollment.step()).isEqualTo("first");
    assertThat(enrollment.nextActionAt()).isBetween(tenant.now().minusSeconds(60), tenant.now());

    assertThat(fixture.engine.runOnce()).isEqualTo(1);
    assertThat(enrollment.orders()).hasSize(1);
    assertThat(enrollment.view().has("next_action_at")).isFalse();
    callEnds(enrollment, Disposition.BUSY);
    assertThat(enrollment.order().summary()).isEqualTo("no_contact");

    assertThat(fixture.engine.runOnce()).isEqualTo(1);
    assertThat(enrollment.step()).isEqualTo("pause");
    Instant twoDays = tenant.now().plus(Duration.ofDays(2));
    assertThat(enrollment.nextActionAt()).isBetween(twoDays.minusSeconds(60), twoDays);
    assertThat(fixture.engine.runOnce()).isZero();

    tenant.jump(Duration.ofDays(2));
    assertThat(fixture.engine.runOnce()).isEqualTo(1);
    assertThat(enrollment.orders()).hasSize(2);
    assertThat(enrollment.step()).isEqualTo("second");
    callEnds(enrollment, Disposition.BUSY);
    fixture.engine.runOnce();

    assertThat(enrollment.status()).isEqualTo("completed");
    assertThat(enrollment.view().path("exit_reason").isNull()).isTrue();
    assertThat(enrollment.step()).isEqualTo("second");
    assertThat(enrollment.phones()).isEmpty();
    assertThat(enrollment.eventTypes())
        .containsExactly(
            "enrollment.started",
            "enrollment.step_started",
            "enrollment.step_started",
            "enrollment.step_started",
            "enrollment.completed");
    assertThat(fixture.engine.runOnce()).isZero();
  }

  @Test
  void orderOfStepHasAllFields() {
    TestEnrollment enrollment =
        TestSequence.of(
                tenant,
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
                  "scheduling": {"max_attempts": 2, "retry": {"min_gap_hours": 7}},
                  "delivery": {"transcript": "none"}, "variables": {"tone": "firm"}}]
                """)
            .enroll(MagicLine.BUSY);

    fixture.engine.runOnce();

    JsonNode order = enrollment.order().view();
    assertThat(order.path("enrollment_id").asText())
        .isEqualTo(enrollment.view().path("id").asText());
    assertThat(order.path("sequence_step_id").asText()).isEqualTo("call");
    assertThat(order.path("metadata").path("campaign").asText()).isEqualTo("autumn");
    assertThat(order.at("/scheduling/max_attempts").asInt()).isEqualTo(2);
    assertThat(order.at("/scheduling/retry/min_gap_hours").asInt()).isEqualTo(7);
    assertThat(order.at("/delivery/transcript").asText()).isEqualTo("none");
    assertThat(order.at("/context/variables/tone").asText()).isEqualTo("firm");
    assertThat(enrollment.order().eventTypes())
        .containsExactly("call_order.accepted", "enrollment.step_started");
    assertThat(enrollment.events().getLast().at("/related/call_order_id").asText())
        .isEqualTo(order.path("id").asText());
    assertThat(enrollment.events().getLast().path("data")).isEqualTo(enrollment.view());
  }

  @Test
  void exitsWithTheReasonOfTheStep() {
    TestEnrollment enrollment =
        TestSequence.of(
                tenant,
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
                  "scheduling": {"max_attempts": 1},
                  "exit_when": {"summary_codes": ["no_contact"]}, "exit_reason": "No contact."},
                  {"id": "pause", "type": "wait", "after": {"min": "P2D"}}]
                """)
            .enroll(MagicLine.BUSY);
    fixture.engine.runOnce();
    callEnds(enrollment, Disposition.BUSY);

    fixture.engine.runOnce();

    assertThat(enrollment.status()).isEqualTo("exited");
    assertThat(enrollment.exitReason()).isEqualTo("No contact.");
  }

  @Test
  void signalBeforeAWaitSkipsIt() {
    TestSequence sequence =
        TestSequence.of(
            tenant,
            """
            "steps": [{"id": "rest", "type": "wait", "after": {"min": "P1D"}},
              {"id": "look", "type": "wait", "after": {"min": "P1D"},
               "skip_remaining_if": [{"type": "signal", "signal_type": "letter.read"}]}]
            """);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment enrollment = sequence.enroll(draft);
    fixture.engine.runOnce();

    assertThat(sequence.signal("letter.read", TestSequence.subjectData(draft))).isEmpty();
    tenant.jump(Duration.ofDays(1));
    fixture.engine.runOnce();

    assertThat(enrollment.status()).isEqualTo("completed");
    assertThat(enrollment.exitReason()).isEqualTo("skipped:letter.read");
  }

  @Test
  void skippingSignalCompletesEnrollment() {
    TestSequence sequence =
        TestSequence.of(
            tenant,
            """
            "steps": [{"id": "rest", "type": "wait", "after": {"min": "P1D"},
              "skip_remaining_if": [{"type": "signal", "signal_type": "letter.read"}]}]
            """);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment enrollment = sequence.enroll(draft);
    fixture.engine.runOnce();

    assertThat(sequence.signal("letter.read", TestSequence.subjectData(draft))).isEmpty();

    assertThat(enrollment.status()).isEqualTo("completed");
    assertThat(enrollment.exitReason()).isEqualTo("skipped:letter.read");
    assertThat(enrollment.eventTypes()).endsWith("enrollment.completed");
  }

  @Test
  void capacityRefusalPostponesStep() {
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    tenant.changeQuotas(quotas -> TestQuotas.open(quotas, 0));

    fixture.engine.runOnce();

    Instant later = tenant.now().plus(Duration.ofMinutes(5));
    assertThat(enrollment.orders()).isEmpty();
    assertThat(enrollment.nextActionAt()).isBetween(later.minusSeconds(60), later);
    tenant.changeQuotas(quotas -> TestQuotas.open(quotas, 10));
    assertThat(fixture.engine.runOnce()).isZero();
    tenant.jump(Duration.ofMinutes(5));
    fixture.engine.runOnce();
    assertThat(enrollment.orders()).hasSize(1);
  }

  @Test
  void refusedOrderDoesNotDelayItsBatch() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    TestEnrollment fine = sequence.enroll(MagicLine.BUSY);
    TestEnrollment failing =
        TestSequence.of(
                tenant,
                "debt.old",
                "one_active_per_subject",
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "unknown_type"}]
                """)
            .enroll(MagicLine.BUSY);

    assertThat(fixture.engine.runOnce()).isEqualTo(2);

    assertThat(fine.orders()).hasSize(1);
    assertThat(failing.status()).isEqualTo("failed");
    assertThat(failing.exitReason()).isEqualTo("order_type_not_active");
  }

  @Test
  void archivedOrderTypeFailsEnrollment() {
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    fixture.query(
        "UPDATE order_type SET status = 'archived' WHERE tenant_id = $1 RETURNING key",
        tenant.id());

    fixture.engine.runOnce();

    assertThat(enrollment.status()).isEqualTo("failed");
    assertThat(enrollment.exitReason()).isEqualTo("order_type_not_active");
    assertThat(enrollment.eventTypes()).endsWith("enrollment.failed");
  }

  @Test
  void enrollmentOfArchivedSequenceContinues() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    TestEnrollment enrollment = sequence.enroll(MagicLine.BUSY);
    fixture.query(
        "UPDATE sequence SET status = 'archived' WHERE tenant_id = $1 RETURNING id", tenant.id());
    fixture.query(
        "UPDATE sequence_version SET status = 'archived' WHERE tenant_id = $1 RETURNING version",
        tenant.id());

    fixture.engine.runOnce();
    callEnds(enrollment, Disposition.BUSY);
    fixture.engine.runOnce();
    tenant.jump(Duration.ofDays(2));
    fixture.engine.runOnce();
    callEnds(enrollment, Disposition.BUSY);
    fixture.engine.runOnce();

    assertThat(enrollment.status()).isEqualTo("completed");
    assertThat(enrollment.orders()).hasSize(2);
    assertThat(
            sequence.signal(
                "invoice.overdue", TestSequence.subjectData(tenant.anOrder().to(MagicLine.BUSY))))
        .isEmpty();
  }

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
  void disabledSequencesStartNoStepButStillExit() {
    TestSequence sequence = TestSequence.of(tenant, TWO_CALLS);
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment enrollment = sequence.enroll(draft);
    TestEnrollment other = sequence.enroll(MagicLine.BUSY);
    fixture.change(tenant.id(), it -> TestTenants.withSequences(it, false));

    assertThat(fixture.engine.runOnce()).isZero();
    assertThat(
            sequence.signal(
                "invoice.overdue", TestSequence.subjectData(tenant.anOrder().to(MagicLine.BUSY))))
        .isEmpty();
    sequence.signal("payment.received", TestSequence.subjectData(draft));
    assertThat(enrollment.exitReason()).isEqualTo("payment.received");

    fixture.change(tenant.id(), it -> TestTenants.withSequences(it, true));
    assertThat(fixture.engine.runOnce()).isEqualTo(1);
    assertThat(other.orders()).hasSize(1);
  }

  @Test
  void disabledSequencesStillExitByResult() {
    TestEnrollment enrollment =
        TestSequence.of(
                tenant,
                """
                "steps": [{"id": "call", "type": "create_order", "order_type": "payment_reminder",
                  "scheduling": {"max_attempts": 1},
                  "exit_when": {"summary_codes": ["no_contact"]}, "exit_reason": "Gone."},
                  {"id": "pause", "type": "wait", "after": {"min": "P2D"}}]
                """)
            .enroll(MagicLine.BUSY);
    fixture.engine.runOnce();
    fixture.change(tenant.id(), it -> TestTenants.withSequences(it, false));
    callEnds(enrollment, Disposition.BUSY);

    fixture.engine.runOnce();

    assertThat(enrollment.exitReason()).isEqualTo("Gone.");
  }

  @Test
  void lockedPhonePostponesStep() {
    OrderDraft draft = tenant.anOrder().to(MagicLine.BUSY);
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(draft);

    try (var held =
        tenant.holdPhone(TestSequence.subjectData(draft).at("/contacts/0/value").asText())) {
      assertThat(held).isNotNull();
      assertThat(fixture.engine.runOnce()).isZero();
    }

    assertThat(fixture.engine.runOnce()).isEqualTo(1);
    assertThat(enrollment.orders()).hasSize(1);
  }

  @Test
  void waitEndsWhenItsWindowOpens() {
    TestSequence sequence =
        TestSequence.of(
            tenant,
            """
            "steps": [{"id": "night", "type": "wait", "until": {"local_time": "22:00"}},
              {"id": "rest", "type": "wait", "after": {"min": "P1D"}}]
            """);
    TestEnrollment enrollment = sequence.enroll(MagicLine.BUSY);
    fixture.engine.runOnce();
    tenant.jump(Duration.between(tenant.now(), enrollment.nextActionAt()).plusSeconds(1));
    fixture.engine.runOnce();

    assertThat(enrollment.step()).isEqualTo("night");
    assertThat(enrollment.nextActionAt().atZone(TestTenants.BERLIN).getHour()).isEqualTo(8);
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
