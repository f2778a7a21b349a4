package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Steps that wait. */
class WaitStepTest {
  @AutoClose
  private static final DialFixture fixture = DialFixture.withGateway(new ScriptedGateway());

  private final TestTenant tenant = fixture.tenant();

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
}
