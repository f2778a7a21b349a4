package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A clock advance runs through sequences of weeks and stops at each step. */
@Tag("long")
class SequenceClockAdvanceTest {
  private static final String THIRTY_DAYS =
      """
      "steps": [
        {"id": "first", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 2, "retry": {"min_gap_hours": 24}}},
        {"id": "week", "type": "wait", "after": {"min": "P7D"}},
        {"id": "second", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 1}},
        {"id": "morning", "type": "wait", "after": {"min": "P6D", "max": "P8D"},
         "until": {"local_time": "09:30"}},
        {"id": "third", "type": "create_order", "order_type": "payment_reminder",
         "scheduling": {"max_attempts": 1}},
        {"id": "end", "type": "wait", "after": {"min": "P7D"}}]
      """;

  private static final List<String> STEPS =
      List.of("first", "week", "second", "morning", "third", "end");

  @AutoClose private static final DialFixture fixture = new DialFixture().withLoops();

  private final TestTenant tenant = fixture.tenant();

  @Test
  void advancesThroughAMonth() {
    TestEnrollment enrollment = TestSequence.of(tenant, THIRTY_DAYS).enroll(MagicLine.BUSY);
    Instant start = tenant.now();

    tenant.advance(Duration.ofDays(30));

    assertThat(enrollment.status()).isEqualTo("completed");
    assertThat(enrollment.orders()).hasSize(3).allMatch(PlacedOrder::isEnded);
    assertThat(enrollment.orders().getFirst().attempts()).hasSize(2);
    Instant second = enrollment.orders().get(1).load().createdAt();
    assertThat(second).isBetween(start.plus(Duration.ofDays(8)), start.plus(Duration.ofDays(10)));
    assertThat(enrollment.orders().get(2).load().createdAt().atZone(TestTenants.BERLIN).getHour())
        .isEqualTo(9);
  }

  @Test
  void executesEachStepOnceInALongAdvance() {
    TestEnrollment enrollment = TestSequence.of(tenant, THIRTY_DAYS).enroll(MagicLine.BUSY);

    tenant.advance(Duration.ofHours(1));
    assertThat(enrollment.status()).isEqualTo("active");
    tenant.advance(Duration.ofDays(400));

    assertThat(enrollment.status()).isEqualTo("completed");
    assertThat(steps(enrollment)).containsExactlyElementsOf(STEPS);
  }

  @Test
  void executesEachStepOnceAfterAJump() {
    TestEnrollment enrollment = TestSequence.of(tenant, THIRTY_DAYS).enroll(MagicLine.BUSY);

    tenant.jump(Duration.ofHours(1));
    tenant.jump(Duration.ofDays(400));
    tenant.advance(Duration.ofDays(60));

    assertThat(enrollment.status()).isEqualTo("completed");
    assertThat(steps(enrollment)).containsExactlyElementsOf(STEPS);
    assertThat(enrollment.orders()).hasSize(3).allMatch(PlacedOrder::isEnded);
  }

  private static List<String> steps(TestEnrollment enrollment) {
    return enrollment.events().stream()
        .filter(event -> event.path("type").asText().equals("enrollment.step_started"))
        .map(event -> event.at("/data/current_step_id").asText())
        .toList();
  }

  @Test
  void pausedEnrollmentDoesNotDelayTheAdvance() {
    TestEnrollment enrollment = TestSequence.of(tenant, THIRTY_DAYS).enroll(MagicLine.BUSY);
    enrollment.perform("pause");
    Instant target = tenant.now().plus(Duration.ofDays(20));

    tenant.advanceTo(target);

    assertThat(tenant.now()).isAfterOrEqualTo(target);
    assertThat(enrollment.status()).isEqualTo("paused");
  }

  @Test
  void disabledSequencesDoNotDelayTheAdvance() {
    fixture.change(tenant.id(), it -> TestTenants.withSequences(it, true));
    TestSequence sequence = TestSequence.of(tenant, THIRTY_DAYS);
    TestEnrollment enrollment = sequence.enroll(MagicLine.BUSY);
    fixture.change(tenant.id(), it -> TestTenants.withSequences(it, false));
    Instant target = tenant.now().plus(Duration.ofDays(20));

    tenant.advanceTo(target);

    assertThat(tenant.now()).isAfterOrEqualTo(target);
    assertThat(enrollment.status()).isEqualTo("active");
  }
}
