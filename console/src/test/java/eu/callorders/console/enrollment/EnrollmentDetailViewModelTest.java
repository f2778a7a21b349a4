package eu.callorders.console.enrollment;

import static eu.callorders.console.enrollment.EnrollmentDetailFixture.ENROLLMENT;
import static eu.callorders.console.enrollment.EnrollmentDetailFixture.NO_EVENTS;
import static eu.callorders.console.enrollment.EnrollmentDetailFixture.ORDERS;
import static eu.callorders.console.enrollment.EnrollmentDetailFixture.SEQUENCE;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.steps.StepProgress;
import eu.callorders.console.steps.StepState;
import eu.callorders.console.work.DirectExecutor;
import java.util.EnumSet;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class EnrollmentDetailViewModelTest {
  @AutoClose private final EnrollmentDetailFixture fixture = new EnrollmentDetailFixture();
  private final FakeService service = fixture.service;
  private final DirectExecutor uiExecutor = fixture.uiExecutor;
  private final EnrollmentDetailViewModel model = fixture.model;

  @Test
  void showsStepsOfPinnedVersion() {
    fixture.show("active");
    assertThat(fixture.shown().steps().steps())
        .extracting(StepState::progress)
        .containsExactly(StepProgress.DONE, StepProgress.CURRENT);
    assertThat(fixture.shown().steps().steps().getLast().order().path("status").asText())
        .isEqualTo("scheduled");
  }

  @Test
  void readsOnlyWhatScopesAllow() {
    EnrollmentDetailViewModel limited = fixture.model(EnumSet.of(Scope.ORDERS_READ));
    service.then(200, ENROLLMENT.formatted("active")).then(200, ORDERS);
    limited.show("enr_1");
    uiExecutor.runNext();
    assertThat(service.requests()).hasSize(2);
    assertThat(limited.failure().get()).isNull();
    assertThat(limited.mayAct()).isFalse();
    EnrollmentDetail detail = limited.detail().get();
    assertThat(detail).isNotNull();
    assertThat(detail.steps().steps()).isEmpty();
  }

  @Test
  void reloadsOnEventsOfEnrollmentAndItsOrders() {
    fixture.show("active");
    model.handleEvents(
        List.of(Json.parse("{\"related\":{\"enrollment_id\":\"enr_2\"}}").orElseThrow()));
    fixture.respondWith("paused");
    model.handleEvents(
        List.of(Json.parse("{\"related\":{\"enrollment_id\":\"enr_1\"}}").orElseThrow()));
    uiExecutor.runNext();
    assertThat(fixture.shown().status()).isEqualTo("paused");
    fixture.respondWith("exited");
    model.handleEvents(
        List.of(Json.parse("{\"data\":{\"enrollment_id\":\"enr_1\"}}").orElseThrow()));
    uiExecutor.runNext();
    assertThat(fixture.shown().status()).isEqualTo("exited");
    assertThat(service.requests()).hasSize(12);
  }

  @Test
  void pausesAndReloads() {
    fixture.show("active");
    assertThat(fixture.shown().allows(EnrollmentAction.PAUSE)).isTrue();
    assertThat(fixture.shown().allows(EnrollmentAction.RESUME)).isFalse();
    service.then(200, ENROLLMENT.formatted("paused"));
    fixture.respondWith("paused");
    model.act(EnrollmentDetailFixture.target("enr_1"), EnrollmentAction.PAUSE);
    assertThat(model.acting().get()).isTrue();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.acting().get()).isFalse();
    assertThat(service.requests().get(4).target()).isEqualTo("/v1/enrollments/enr_1/pause");
    assertThat(fixture.shown().allows(EnrollmentAction.RESUME)).isTrue();
    assertThat(fixture.shown().allows(EnrollmentAction.CANCEL)).isTrue();
  }

  @Test
  void showsEnrollmentWhenSequenceIsRejected() {
    service
        .then(200, ENROLLMENT.formatted("active"))
        .then(200, ORDERS)
        .then(403, "{\"code\":\"insufficient_scope\"}")
        .then(200, NO_EVENTS);
    model.show("enr_1");
    uiExecutor.runNext();
    assertThat(fixture.shown().version().isMissingNode()).isTrue();
  }

  private static String remark(String enrollment, String sequence) {
    return new EnrollmentDetail(
            Json.parse(enrollment).orElseThrow(),
            Json.parse(sequence).orElseThrow(),
            List.of(),
            List.of())
        .stepsRemark();
  }

  @Test
  void remarksOnMissingOrUnknownSteps() {
    String atStep = "{\"sequence_version\":2,\"current_step_id\":\"%s\"}";
    String archived = "{\"status\":\"archived\"," + SEQUENCE.strip().substring(1);
    assertThat(remark(atStep.formatted("call"), SEQUENCE)).isEmpty();
    assertThat(remark(atStep.formatted("moon"), SEQUENCE)).isEqualTo("unknown_step");
    assertThat(remark("{\"sequence_version\":7}", SEQUENCE)).isEqualTo("unknown_version");
    assertThat(remark(atStep.formatted("call"), "")).isEqualTo("away");
    assertThat(remark(atStep.formatted("call"), archived)).isEqualTo("archived");
    assertThat(remark("{\"sequence_version\":2,\"ended_at\":\"x\"}", archived)).isEmpty();
  }

  @Test
  void loadsOrdersAndLimitedEvents() {
    String page = "{\"data\":[%s{}],\"has_more\":true,\"next_cursor\":\"c\"}";
    service
        .fixed("/v1/enrollments/enr_1", 200, ENROLLMENT.formatted("active"))
        .fixed("/v1/call-orders", 200, ORDERS)
        .fixed("/v1/sequences/seq_1", 200, SEQUENCE)
        .fixed("/v1/events", 200, page.formatted("{},".repeat(99)));
    model.show("enr_1");
    uiExecutor.runNext();
    assertThat(fixture.shown().events()).hasSize(500);
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .contains("/v1/call-orders?enrollment_id=enr_1&limit=100", "/v1/sequences/seq_1")
        .endsWith(
            "/v1/events?enrollment_id=enr_1&limit=100",
            "/v1/events?enrollment_id=enr_1&limit=100&after=c",
            "/v1/events?enrollment_id=enr_1&limit=100&after=c",
            "/v1/events?enrollment_id=enr_1&limit=100&after=c",
            "/v1/events?enrollment_id=enr_1&limit=100&after=c");
  }

  @Test
  void showsNothingWhenSequenceResponseIsUnreadable() {
    service
        .then(200, ENROLLMENT.formatted("active"))
        .then(200, ORDERS)
        .then(404, "<html>not found</html>")
        .then(200, NO_EVENTS);
    model.show("enr_1");
    uiExecutor.runNext();
    assertThat(model.failure().get()).isInstanceOf(Failure.NotThisService.class);
    assertThat(model.detail().get()).isNull();
  }

  @Test
  void reselectionSendsNoRequest() {
    fixture.show("active");
    model.show("enr_1");
    assertThat(model.detail().get()).isNotNull();
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void allowsActionsByStatus() {
    fixture.show("paused");
    assertThat(fixture.shown().allows(EnrollmentAction.PAUSE)).isFalse();
    assertThat(fixture.shown().allows(EnrollmentAction.CANCEL)).isTrue();
    model.clear();
    fixture.show("completed");
    assertThat(List.of(EnrollmentAction.values())).noneMatch(fixture.shown()::allows);
  }

  @Test
  void buildsCurlCommandAndChecksScopes() {
    fixture.show("active");
    assertThat(model.curl())
        .isEqualTo(
            "curl -s "
                + service.address()
                + "/v1/enrollments/enr_1 -H \"Authorization: Bearer $TOKEN\"");
    assertThat(fixture.model(EnumSet.of(Scope.CONFIG_READ)).mayReadSequences()).isTrue();
    assertThat(fixture.model(EnumSet.of(Scope.CONFIG_WRITE)).mayReadSequences()).isFalse();
  }
}
