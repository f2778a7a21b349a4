package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.steps.StepProgress;
import eu.callorders.console.steps.StepState;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EnrollmentDetailViewModelTest {
  private static final String ENROLLMENT =
      """
      {"id":"enr_1","status":"%s","sequence_id":"seq_1","sequence_version":2,
       "current_step_id":"call","exit_reason":null,"call_order_ids":["ord_1"]}
      """;
  private static final String SEQUENCE =
      """
      {"versions":[{"version":1,"steps":[{"id":"old","type":"wait"}]},
       {"version":2,"steps":[{"id":"rest","type":"wait"},{"id":"call","type":"create_order"}]}]}
      """;
  private static final String ORDERS =
      "{\"data\":[{\"id\":\"ord_1\",\"status\":\"scheduled\"}],\"has_more\":false}";
  private static final String NO_EVENTS = "{\"data\":[],\"has_more\":false,\"next_cursor\":\"c\"}";

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);
  private final EnrollmentDetailViewModel model = model(EnumSet.allOf(Scope.class));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private EnrollmentDetailViewModel model(EnumSet<Scope> scopes) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    return new EnrollmentDetailViewModel(
        background,
        new Session(
            "s",
            "sandbox",
            "tn_1",
            MissingNode.getInstance(),
            scopes,
            api,
            Optional.empty(),
            new ConnectionStatus()));
  }

  private void respondWith(String status) {
    service
        .then(200, ENROLLMENT.formatted(status))
        .then(200, ORDERS)
        .then(200, SEQUENCE)
        .then(200, NO_EVENTS);
  }

  private EnrollmentDetail shown() {
    EnrollmentDetail detail = model.detail().get();
    assertThat(detail).isNotNull();
    return detail;
  }

  private void show(String status) {
    respondWith(status);
    model.show("enr_1");
    uiExecutor.runNext();
  }

  @Test
  void showsStepsOfPinnedVersion() {
    show("active");
    assertThat(shown().steps().steps())
        .extracting(StepState::progress)
        .containsExactly(StepProgress.DONE, StepProgress.CURRENT);
    assertThat(shown().steps().steps().getLast().order().path("status").asText())
        .isEqualTo("scheduled");
  }

  @Test
  void readsOnlyWhatScopesAllow() {
    EnrollmentDetailViewModel limited = model(EnumSet.of(Scope.ORDERS_READ));
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
    show("active");
    model.handleEvents(
        List.of(Json.parse("{\"related\":{\"enrollment_id\":\"enr_2\"}}").orElseThrow()));
    respondWith("paused");
    model.handleEvents(
        List.of(Json.parse("{\"related\":{\"enrollment_id\":\"enr_1\"}}").orElseThrow()));
    uiExecutor.runNext();
    assertThat(shown().status()).isEqualTo("paused");
    respondWith("exited");
    model.handleEvents(
        List.of(Json.parse("{\"data\":{\"enrollment_id\":\"enr_1\"}}").orElseThrow()));
    uiExecutor.runNext();
    assertThat(shown().status()).isEqualTo("exited");
    assertThat(service.requests()).hasSize(12);
  }

  @Test
  void pausesAndReloads() {
    show("active");
    assertThat(shown().allows(EnrollmentAction.PAUSE)).isTrue();
    assertThat(shown().allows(EnrollmentAction.RESUME)).isFalse();
    service.then(200, ENROLLMENT.formatted("paused"));
    respondWith("paused");
    model.act(EnrollmentAction.PAUSE);
    assertThat(model.acting().get()).isTrue();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.acting().get()).isFalse();
    assertThat(service.requests().get(4).target()).isEqualTo("/v1/enrollments/enr_1/pause");
    assertThat(shown().allows(EnrollmentAction.RESUME)).isTrue();
    assertThat(shown().allows(EnrollmentAction.CANCEL)).isTrue();
  }

  @Test
  void keepsActionFailureAfterReload() {
    show("paused");
    service.then(409, "{\"code\":\"enrollment_ended\"}");
    respondWith("exited");
    model.act(EnrollmentAction.CANCEL);
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.actionFailure().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.failure().get()).isNull();
    assertThat(shown().status()).isEqualTo("exited");
    assertThat(shown().allows(EnrollmentAction.CANCEL)).isFalse();
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
    assertThat(shown().version().isMissingNode()).isTrue();
  }

  private void rejectAction(
      EnrollmentAction action, String before, int status, String code, String after) {
    show(before);
    service.then(status, "{\"code\":\"%s\"}".formatted(code));
    respondWith(after);
    model.act(action);
    uiExecutor.runNext();
    uiExecutor.runNext();
  }

  @Test
  void advisesWhenStatusIsAlreadyReached() {
    rejectAction(EnrollmentAction.PAUSE, "active", 409, "enrollment_not_active", "paused");
    assertThat(model.adviceKey()).isEqualTo("advice.already");
  }

  @Test
  void advisesRetryWhenStatusDiffers() {
    rejectAction(EnrollmentAction.RESUME, "paused", 409, "enrollment_not_paused", "strange");
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
    rejectAction(EnrollmentAction.CANCEL, "paused", 409, "enrollment_ended", "exited");
    Failure failure = model.actionFailure().get();
    assertThat(failure).isNotNull();
    assertThat(EnrollmentAction.CANCEL.adviceKey(failure, ended)).isEqualTo("advice.ended");
    assertThat(EnrollmentAction.CANCEL.adviceKey(new Failure.Revoked(), ended)).isEmpty();
  }

  @Test
  void advisesAfterLostResponse() {
    show("active");
    EnrollmentDetail paused = shown();
    Failure lost = new Failure.Unreachable("x");
    assertThat(EnrollmentAction.RESUME.adviceKey(lost, paused)).isEqualTo("advice.done");
    assertThat(EnrollmentAction.PAUSE.adviceKey(lost, paused)).isEqualTo("advice.lost");
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
    assertThat(shown().events()).hasSize(500);
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
    show("active");
    model.show("enr_1");
    assertThat(model.detail().get()).isNotNull();
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void showingAnotherEnrollmentClearsFailure() {
    rejectAction(EnrollmentAction.PAUSE, "active", 409, "enrollment_not_active", "paused");
    respondWith("active");
    model.show("enr_2");
    assertThat(model.actionFailure().get()).isNull();
    uiExecutor.runNext();
    service.then(409, "{\"code\":\"enrollment_not_active\"}");
    model.act(EnrollmentAction.PAUSE);
    Runnable late = uiExecutor.takeNext();
    respondWith("active");
    model.show("enr_1");
    late.run();
    assertThat(model.actionFailure().get()).isNull();
    uiExecutor.runNext();
    assertThat(shown().status()).isEqualTo("active");
  }

  @Test
  void nextActionClearsFailure() {
    rejectAction(EnrollmentAction.PAUSE, "active", 409, "enrollment_not_active", "paused");
    service.then(200, ENROLLMENT.formatted("active"));
    model.act(EnrollmentAction.RESUME);
    assertThat(model.actionFailure().get()).isNull();
    respondWith("active");
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(model.adviceKey()).isEmpty();
  }

  @Test
  void advisesByLastAction() {
    rejectAction(EnrollmentAction.RESUME, "paused", 409, "enrollment_not_paused", "active");
    assertThat(model.adviceKey()).isEqualTo("advice.already");
    model.clear();
    rejectAction(EnrollmentAction.CANCEL, "paused", 409, "enrollment_ended", "canceled");
    assertThat(model.adviceKey()).isEqualTo("advice.already");
    model.clear();
    rejectAction(EnrollmentAction.PAUSE, "active", 403, "insufficient_scope", "active");
    assertThat(model.adviceKey()).isEmpty();
  }

  @Test
  void allowsActionsByStatus() {
    show("paused");
    assertThat(shown().allows(EnrollmentAction.PAUSE)).isFalse();
    assertThat(shown().allows(EnrollmentAction.CANCEL)).isTrue();
    model.clear();
    show("completed");
    assertThat(List.of(EnrollmentAction.values())).noneMatch(shown()::allows);
  }

  @Test
  void buildsCurlCommandAndChecksScopes() {
    show("active");
    assertThat(model.curl())
        .isEqualTo(
            "curl -s "
                + service.address()
                + "/v1/enrollments/enr_1 -H \"Authorization: Bearer $TOKEN\"");
    assertThat(model(EnumSet.of(Scope.CONFIG_READ)).mayReadSequences()).isTrue();
    assertThat(model(EnumSet.of(Scope.CONFIG_WRITE)).mayReadSequences()).isFalse();
  }
}
