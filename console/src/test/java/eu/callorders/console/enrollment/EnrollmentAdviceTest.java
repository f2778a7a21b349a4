package eu.callorders.console.enrollment;

import static eu.callorders.console.enrollment.EnrollmentDetailFixture.ENROLLMENT;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.FailedActions;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Advice after an action on an enrollment has failed. */
class EnrollmentAdviceTest {
  @AutoClose private final EnrollmentDetailFixture fixture = new EnrollmentDetailFixture();
  private final FakeService service = fixture.service;
  private final DirectExecutor uiExecutor = fixture.uiExecutor;
  private final EnrollmentDetailViewModel model = fixture.model;

  @Test
  void keepsActionFailureAfterReload() {
    fixture.show("paused");
    service.then(409, "{\"code\":\"enrollment_ended\"}");
    fixture.respondWith("exited");
    model.act(EnrollmentDetailFixture.target("enr_1"), EnrollmentAction.CANCEL);
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.actionFailure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.failure().get()).isNull();
    assertThat(fixture.shown().status()).isEqualTo("exited");
    assertThat(fixture.shown().allows(EnrollmentAction.CANCEL)).isFalse();
  }

  @Test
  void advisesWhenStatusIsAlreadyReached() {
    fixture.rejectAction(EnrollmentAction.PAUSE, "active", 409, "enrollment_not_active", "paused");
    assertThat(model.adviceKey()).isEqualTo("advice.already");
  }

  @Test
  void advisesRetryWhenStatusDiffers() {
    fixture.rejectAction(
        EnrollmentAction.RESUME, "paused", 409, "enrollment_not_paused", "strange");
    assertThat(model.adviceKey()).isEqualTo("advice.again");
  }

  @Test
  void advisesWhenEnrollmentHasEnded() {
    EnrollmentDetail ended =
        new EnrollmentDetail(
            Json.parse("{\"status\":\"exited\",\"ended_at\":\"x\"}").orElseThrow(),
            MissingNode.getInstance(),
            List.of(),
            List.of());
    fixture.rejectAction(EnrollmentAction.CANCEL, "paused", 409, "enrollment_ended", "exited");
    Failure failure = model.actionFailure().get();
    assertThat(failure).isNotNull();
    assertThat(EnrollmentAction.CANCEL.adviceKey(failure, ended)).isEqualTo("advice.ended");
    assertThat(EnrollmentAction.CANCEL.adviceKey(new Failure.Revoked(), ended)).isEmpty();
  }

  @Test
  void advisesAfterLostResponse() {
    fixture.show("active");
    EnrollmentDetail paused = fixture.shown();
    Failure lost = new Failure.Unreachable("x");
    assertThat(EnrollmentAction.RESUME.adviceKey(lost, paused)).isEqualTo("advice.done");
    assertThat(EnrollmentAction.PAUSE.adviceKey(lost, paused)).isEqualTo("advice.lost");
  }

  /** A pause that the service has rejected; running it shows the failure. */
  private Runnable rejectedPause(String enrollmentId) {
    service.then(409, "{\"code\":\"enrollment_not_active\"}");
    model.act(EnrollmentDetailFixture.target(enrollmentId), EnrollmentAction.PAUSE);
    return uiExecutor.takeNext();
  }

  @Test
  void showingAnotherEnrollmentClearsFailure() {
    fixture.rejectAction(EnrollmentAction.PAUSE, "active", 409, "enrollment_not_active", "paused");
    fixture.respondWith("active");
    model.show("enr_2");
    assertThat(model.actionFailure().get()).isNull();
    uiExecutor.runNext();
    Runnable late = rejectedPause("enr_2");
    fixture.respondWith("active");
    model.show("enr_1");
    late.run();
    assertThat(model.actionFailure().get()).isNull();
    assertThat(model.failedActions().entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(EnrollmentDetailFixture.target("enr_2"));
    uiExecutor.runNext();
    assertThat(fixture.shown().status()).isEqualTo("active");
  }

  @Test
  void nextActionClearsFailure() {
    fixture.rejectAction(EnrollmentAction.PAUSE, "active", 409, "enrollment_not_active", "paused");
    service.then(200, ENROLLMENT.formatted("active"));
    model.act(EnrollmentDetailFixture.target("enr_1"), EnrollmentAction.RESUME);
    assertThat(model.actionFailure().get()).isNull();
    fixture.respondWith("active");
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.adviceKey()).isEmpty();
  }

  /** The last action of all is another one, on another enrollment. */
  @Test
  void advisesByTheLastActionOnTheShownEnrollment() {
    fixture.show("paused");
    Runnable late = rejectedPause("enr_1");
    fixture.respondWith("paused");
    model.show("enr_2");
    uiExecutor.runNext();
    service.then(200, ENROLLMENT.formatted("active"));
    fixture.respondWith("active");
    model.act(EnrollmentDetailFixture.target("enr_2"), EnrollmentAction.RESUME);
    uiExecutor.runNext();
    uiExecutor.runNext();
    model.clear();
    fixture.show("paused");
    fixture.respondWith("paused");
    late.run();
    assertThat(model.adviceKey()).isEqualTo("advice.already");
    uiExecutor.runNext();
  }

  @Test
  void advisesByLastAction() {
    fixture.rejectAction(EnrollmentAction.RESUME, "paused", 409, "enrollment_not_paused", "active");
    assertThat(model.adviceKey()).isEqualTo("advice.already");
    model.clear();
    fixture.rejectAction(EnrollmentAction.CANCEL, "paused", 409, "enrollment_ended", "canceled");
    assertThat(model.adviceKey()).isEqualTo("advice.already");
    model.clear();
    fixture.rejectAction(EnrollmentAction.PAUSE, "active", 403, "insufficient_scope", "active");
    assertThat(model.adviceKey()).isEmpty();
  }
}
