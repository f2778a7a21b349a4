package eu.callorders.server.dial;

import static eu.callorders.server.dial.TestSequence.TWO_CALLS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Executes the steps of enrollments, with a scripted gateway. */
class SequenceEngineTest {
  private static final ScriptedGateway GATEWAY = new ScriptedGateway();
  @AutoClose private static final DialFixture fixture = DialFixture.withGateway(GATEWAY);

  private final TestTenant tenant = fixture.tenant();

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
        .containsExactly("call_order.accepted", "call_order.scheduled", "enrollment.step_started");
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
  void capacityRefusalPostponesStep() {
    TestEnrollment enrollment = TestSequence.of(tenant, TWO_CALLS).enroll(MagicLine.BUSY);
    tenant.changeQuota("max_open_orders", 0);

    fixture.engine.runOnce();

    Instant later = tenant.now().plus(Duration.ofMinutes(5));
    assertThat(enrollment.orders()).isEmpty();
    assertThat(enrollment.nextActionAt()).isBetween(later.minusSeconds(60), later);
    tenant.changeQuota("max_open_orders", 10);
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
}
