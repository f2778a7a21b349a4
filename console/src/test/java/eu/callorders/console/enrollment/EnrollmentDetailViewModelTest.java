package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Reachability;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.ladder.Progress;
import eu.callorders.console.ladder.Rung;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
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
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final EnrollmentDetailViewModel model = model(EnumSet.allOf(Scope.class));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private EnrollmentDetailViewModel model(EnumSet<Scope> scopes) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Patience.DEFAULT), service.address(), "token");
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
            new Reachability()));
  }

  private void answer(String status) {
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
    answer(status);
    model.show("enr_1");
    drawing.next();
  }

  @Test
  void showsTheLadderOfThePinnedVersion() {
    show("active");
    assertThat(shown().ladder().rungs())
        .extracting(Rung::progress)
        .containsExactly(Progress.DONE, Progress.CURRENT);
    assertThat(shown().ladder().rungs().getLast().order().path("status").asText())
        .isEqualTo("scheduled");
  }

  @Test
  void asksForNothingThatItMayNotRead() {
    EnrollmentDetailViewModel narrow = model(EnumSet.of(Scope.ORDERS_READ));
    service.then(200, ENROLLMENT.formatted("active")).then(200, ORDERS);
    narrow.show("enr_1");
    drawing.next();
    assertThat(service.asked()).hasSize(2);
    assertThat(narrow.failure().get()).isNull();
    assertThat(narrow.mayAct()).isFalse();
    EnrollmentDetail detail = narrow.detail().get();
    assertThat(detail).isNotNull();
    assertThat(detail.ladder().rungs()).isEmpty();
  }

  @Test
  void readsAgainWhenSomethingHappensToItOrToItsOrders() {
    show("active");
    model.happened(
        List.of(Json.parse("{\"related\":{\"enrollment_id\":\"enr_2\"}}").orElseThrow()));
    answer("paused");
    model.happened(
        List.of(Json.parse("{\"related\":{\"enrollment_id\":\"enr_1\"}}").orElseThrow()));
    drawing.next();
    assertThat(shown().status()).isEqualTo("paused");
    answer("exited");
    model.happened(List.of(Json.parse("{\"data\":{\"enrollment_id\":\"enr_1\"}}").orElseThrow()));
    drawing.next();
    assertThat(shown().status()).isEqualTo("exited");
    assertThat(service.asked()).hasSize(12);
  }

  @Test
  void pausesAndShowsWhatItHasBecome() {
    show("active");
    assertThat(shown().allows(Deed.PAUSE)).isTrue();
    assertThat(shown().allows(Deed.RESUME)).isFalse();
    service.then(200, ENROLLMENT.formatted("paused"));
    answer("paused");
    model.act(Deed.PAUSE);
    assertThat(model.acting().get()).isTrue();
    drawing.next();
    drawing.next();
    assertThat(model.acting().get()).isFalse();
    assertThat(service.asked().get(4).target()).isEqualTo("/v1/enrollments/enr_1/pause");
    assertThat(shown().allows(Deed.RESUME)).isTrue();
    assertThat(shown().allows(Deed.CANCEL)).isTrue();
  }

  @Test
  void keepsSayingWhyNothingWasDoneWhileItShowsHowItStandsNow() {
    show("paused");
    service.then(409, "{\"code\":\"enrollment_ended\"}");
    answer("exited");
    model.act(Deed.CANCEL);
    drawing.next();
    drawing.next();
    assertThat(model.refusal().get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.failure().get()).isNull();
    assertThat(shown().status()).isEqualTo("exited");
    assertThat(shown().allows(Deed.CANCEL)).isFalse();
  }

  @Test
  void showsTheEnrollmentAlsoWhenItsSequenceIsRefused() {
    service
        .then(200, ENROLLMENT.formatted("active"))
        .then(200, ORDERS)
        .then(403, "{\"code\":\"insufficient_scope\"}")
        .then(200, NO_EVENTS);
    model.show("enr_1");
    drawing.next();
    assertThat(shown().version().isMissingNode()).isTrue();
  }

  private void refused(Deed deed, String before, int status, String code, String after) {
    show(before);
    service.then(status, "{\"code\":\"%s\"}".formatted(code));
    answer(after);
    model.act(deed);
    drawing.next();
    drawing.next();
  }

  @Test
  void saysWhatToDoWhenSomebodyElseWasFaster() {
    refused(Deed.PAUSE, "active", 409, "enrollment_not_active", "paused");
    assertThat(model.advice()).isEqualTo("advice.already");
  }

  @Test
  void saysWhatToDoWhenItStandsOtherwiseByNow() {
    refused(Deed.RESUME, "paused", 409, "enrollment_not_paused", "strange");
    assertThat(model.advice()).isEqualTo("advice.again");
  }

  @Test
  void saysWhatToDoWhenItHasEnded() {
    EnrollmentDetail ended =
        new EnrollmentDetail(
            Json.parse("{\"status\":\"exited\",\"ended_at\":\"x\"}").orElseThrow(),
            MissingNode.getInstance(),
            List.of(),
            List.of());
    refused(Deed.CANCEL, "paused", 409, "enrollment_ended", "exited");
    Failure why = model.refusal().get();
    assertThat(why).isNotNull();
    assertThat(Advice.of(Deed.CANCEL, why, ended)).isEqualTo("advice.ended");
    assertThat(Advice.of(Deed.CANCEL, new Failure.Revoked(), ended)).isEmpty();
  }

  @Test
  void saysWhatBecameOfADeedWhoseAnswerWasLost() {
    show("active");
    EnrollmentDetail paused = shown();
    Failure lost = new Failure.Unreachable("x");
    assertThat(Advice.of(Deed.RESUME, lost, paused)).isEqualTo("advice.done");
    assertThat(Advice.of(Deed.PAUSE, lost, paused)).isEqualTo("advice.lost");
  }

  private static String remark(String enrollment, String sequence) {
    return new EnrollmentDetail(
            Json.parse(enrollment).orElseThrow(),
            Json.parse(sequence).orElseThrow(),
            List.of(),
            List.of())
        .remark();
  }

  @Test
  void remarksWhatIsStrangeAboutTheLadder() {
    String stands = "{\"sequence_version\":2,\"current_step_id\":\"%s\"}";
    String archived = "{\"status\":\"archived\"," + SEQUENCE.strip().substring(1);
    assertThat(remark(stands.formatted("call"), SEQUENCE)).isEmpty();
    assertThat(remark(stands.formatted("moon"), SEQUENCE)).isEqualTo("unknown_step");
    assertThat(remark("{\"sequence_version\":7}", SEQUENCE)).isEqualTo("unknown_version");
    assertThat(remark(stands.formatted("call"), "")).isEqualTo("away");
    assertThat(remark(stands.formatted("call"), archived)).isEqualTo("archived");
    assertThat(remark("{\"sequence_version\":2,\"ended_at\":\"x\"}", archived)).isEmpty();
  }
}
