package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EnrollmentsViewModelTest {
  private static final String ENDED = ",\"ended_at\":\"2026-11-20T11:00:00.000Z\"";
  private static final String PAGE = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}";

  private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  private final BackgroundExecutor background = uiExecutor.endlessDelays();
  private final EnrollmentsViewModel model =
      new EnrollmentsViewModel(
          background, EnrollmentSearchTest.session(service, false), ZoneId.of("Europe/Berlin"));

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private static String enrollment(String id, String status, String more) {
    return """
    {"id":"%s","status":"%s","subject_reference":"p1","sequence_key":"k","sequence_version":1,
     "exit_reason":null,"call_order_ids":[],"created_at":"2026-11-20T10:00:00.000Z"%s}
    """
        .formatted(id, status, more);
  }

  private static JsonNode event(String type, String enrollment) {
    return Json.parse("{\"type\":\"%s\",\"data\":%s}".formatted(type, enrollment)).orElseThrow();
  }

  private static JsonNode eventAt(String time, String type, String enrollment) {
    return Json.parse(
            "{\"type\":\"%s\",\"occurred_at\":\"2026-11-20T%s:00.000Z\",\"data\":%s}"
                .formatted(type, time, enrollment))
        .orElseThrow();
  }

  private void list(String... enrollments) {
    service.then(200, PAGE.formatted(String.join(",", enrollments)));
    model.apply();
    uiExecutor.runNext();
  }

  private List<String> shown() {
    return model.rows().rows().stream().map(row -> row.id() + " " + row.status()).toList();
  }

  @Test
  void sendsFilledInFiltersOnly() {
    service.then(200, PAGE.formatted(""));
    model.filter().text("status").set("paused");
    model.filter().text("sequence_key").set(" overdue ");
    model.filter().text("sequence_id").set("seq_1");
    model.filter().text("subject_reference").set("p1");
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    model.filter().to().set(LocalDate.of(2026, 11, 20));
    model.apply();
    uiExecutor.runNext();
    assertThat(service.requests().getFirst().target())
        .isEqualTo(
            "/v1/enrollments?status=paused&subject_reference=p1&sequence_key=overdue"
                + "&sequence_id=seq_1&created_after=2026-11-19T23%3A00%3A00Z"
                + "&created_before=2026-11-20T23%3A00%3A00Z&limit=100");
  }

  @Test
  void appliesEventsButNeverReactivatesEndedRows() {
    String ended = enrollment("enr_1", "exited", ",\"ended_at\":\"2026-11-20T11:00:00.000Z\"");
    service.then(200, PAGE.formatted(ended + "," + enrollment("enr_2", "active", "")));
    model.apply();
    uiExecutor.runNext();
    model.handleEvents(
        List.of(
            event("enrollment.started", enrollment("enr_3", "active", "")),
            event("enrollment.resumed", enrollment("enr_1", "active", "")),
            event("enrollment.completed", enrollment("enr_2", "completed", ENDED))));
    assertThat(shown()).containsExactly("enr_3 active", "enr_1 exited", "enr_2 completed");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void readsEnrollmentWhenEventMayBeOlderThanPage() {
    list(enrollment("enr_1", "paused", ""), enrollment("enr_2", "active", ""));
    service
        .then(200, enrollment("enr_1", "paused", ""))
        .then(200, enrollment("enr_2", "paused", ""));
    model.handleEvents(
        List.of(
            event("enrollment.step_started", enrollment("enr_1", "active", "")),
            event("enrollment.paused", enrollment("enr_2", "paused", ""))));
    assertThat(shown()).containsExactly("enr_1 paused", "enr_2 active");
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("enr_1 paused", "enr_2 paused");
    assertThat(service.requests().getLast().target()).isEqualTo("/v1/enrollments/enr_2");
  }

  @Test
  void sendsNoRequestWhenEventEqualsRow() {
    list(enrollment("enr_1", "paused", ""));
    model.handleEvents(List.of(event("enrollment.paused", enrollment("enr_1", "paused", ""))));
    list(enrollment("enr_2", "active", ""));
    assertThat(shown()).containsExactly("enr_2 active");
    assertThat(service.requests()).hasSize(2);
  }

  @Test
  void readsAgainAfterEventDuringRead() {
    list(enrollment("enr_1", "paused", ""));
    service
        .then(200, enrollment("enr_1", "paused", ""))
        .then(200, enrollment("enr_1", "active", ""));
    model.handleEvents(
        List.of(event("enrollment.step_started", enrollment("enr_1", "active", ""))));
    Runnable first = uiExecutor.takeNext();
    model.handleEvents(List.of(event("enrollment.resumed", enrollment("enr_1", "active", ""))));
    assertThat(service.requests()).hasSize(2);
    first.run();
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("enr_1 active");
  }

  @Test
  void usesFeedWhenReadFailsOrLimitIsReached() {
    list(enrollment("enr_1", "active", ""));
    service.then(403, "{\"code\":\"insufficient_scope\"}");
    model.handleEvents(List.of(event("enrollment.paused", enrollment("enr_1", "paused", ""))));
    uiExecutor.runNext();
    assertThat(shown()).containsExactly("enr_1 paused");
    String[] many = new String[30];
    Arrays.setAll(many, i -> enrollment("enr_" + i, "active", ""));
    list(many);
    model.handleEvents(
        IntStream.range(0, 30)
            .mapToObj(i -> event("enrollment.paused", enrollment("enr_" + i, "paused", "")))
            .toList());
    assertThat(shown().stream().filter(it -> it.endsWith("paused"))).hasSize(9);
  }

  @Test
  void ignoresOlderEvents() {
    list(enrollment("enr_1", "active", ",\"call_order_ids\":[]"));
    String withOrder = enrollment("enr_1", "%s", "").replace("[]", "[\"ord_1\"]");
    model.handleEvents(
        List.of(eventAt("11:00", "enrollment.paused", withOrder.formatted("paused"))));
    model.handleEvents(
        List.of(eventAt("10:59", "enrollment.resumed", withOrder.formatted("active"))));
    assertThat(shown()).containsExactly("enr_1 paused");
    model.handleEvents(
        List.of(eventAt("11:01", "enrollment.resumed", withOrder.formatted("active"))));
    assertThat(shown()).containsExactly("enr_1 active");
    assertThat(service.requests()).hasSize(1);
  }

  @Test
  void addsNoEnrollmentThatFiltersExclude() {
    service.then(200, PAGE.formatted(""));
    model.filter().text("sequence_key").set("other");
    model.apply();
    uiExecutor.runNext();
    model.handleEvents(List.of(event("enrollment.started", enrollment("enr_3", "active", ""))));
    assertThat(shown()).isEmpty();
  }

  @Test
  void clearResetsFilters() {
    service.then(200, PAGE.formatted(""));
    List.of(model.search(), model.filter().text("status"), model.filter().text("subject_reference"))
        .forEach(it -> it.set("x"));
    List.of(model.filter().text("sequence_key"), model.filter().text("sequence_id"))
        .forEach(it -> it.set("x"));
    model.filter().from().set(LocalDate.of(2026, 11, 20));
    model.filter().to().set(LocalDate.of(2026, 11, 20));
    model.clear();
    uiExecutor.runNext();
    assertThat(service.requests().getFirst().target()).isEqualTo("/v1/enrollments?limit=100");
    assertThat(model.search().get()).isEmpty();
  }

  @Test
  void addsRowsThatComeToMatchByAnyEvent() {
    model.search().set("p2");
    list();
    model.handleEvents(List.of(event("enrollment.started", enrollment("enr_3", "active", ""))));
    assertThat(shown()).isEmpty();
    model.search().set("");
    list();
    model.handleEvents(List.of(event("enrollment.paused", enrollment("enr_3", "paused", ""))));
    assertThat(shown()).containsExactly("enr_3 paused");
    model.search().set("p1");
    model.filter().text("status").set("active"); // a search overrides it
    list();
    model.handleEvents(List.of(event("enrollment.paused", enrollment("enr_4", "paused", ""))));
    assertThat(shown()).containsExactly("enr_4 paused");
  }

  @Test
  void marksRowsThatNoLongerMatchByTheStateThatIsRead() {
    model.filter().text("status").set("active");
    list(enrollment("enr_1", "active", ""), enrollment("enr_2", "active", ""));
    service.then(200, enrollment("enr_1", "paused", ""));
    model.handleEvents(
        List.of(
            event("enrollment.paused", enrollment("enr_1", "paused", "")),
            event("enrollment.completed", enrollment("enr_2", "completed", ENDED))));
    assertThat(model.rows().leaving()).containsExactly("enr_2");
    uiExecutor.runNext();
    assertThat(model.rows().leaving()).containsExactlyInAnyOrder("enr_1", "enr_2");
  }

  @Test
  void readsStaleRowsSequentiallyInEventOrder() {
    list(enrollment("enr_1", "active", ""), enrollment("enr_2", "active", ""));
    service
        .fixed("/v1/enrollments/enr_1", 200, enrollment("enr_1", "paused", ""))
        .fixed("/v1/enrollments/enr_2", 200, enrollment("enr_2", "paused", ""))
        .fixed("/v1/enrollments/enr_3", 200, enrollment("enr_3", "paused", ""));
    list(
        enrollment("enr_1", "active", ""),
        enrollment("enr_2", "active", ""),
        enrollment("enr_3", "active", ""));
    int before = service.requests().size();
    model.handleEvents(
        List.of(
            event("enrollment.paused", enrollment("enr_1", "paused", "")),
            event("enrollment.paused", enrollment("enr_2", "paused", "")),
            event("enrollment.paused", enrollment("enr_3", "paused", ""))));
    Runnable first = uiExecutor.takeNext();
    assertThat(service.requests()).hasSize(before + 1);
    first.run();
    uiExecutor.runNext();
    uiExecutor.runNext();
    assertThat(service.requests().subList(before, before + 3))
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/v1/enrollments/enr_1", "/v1/enrollments/enr_2", "/v1/enrollments/enr_3");
  }

  @Test
  void appliesLaterOfTwoEventsWithEqualTime() {
    list(enrollment("enr_1", "active", ""));
    String withOrder = enrollment("enr_1", "%s", "").replace("[]", "[\"ord_1\"]");
    model.handleEvents(
        List.of(eventAt("11:00", "enrollment.paused", withOrder.formatted("paused"))));
    model.handleEvents(
        List.of(eventAt("11:00", "enrollment.resumed", withOrder.formatted("active"))));
    assertThat(shown()).containsExactly("enr_1 active");
    assertThat(service.requests()).hasSize(1);
  }
}
