package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Transport;
import eu.callorders.console.work.Background;
import eu.callorders.console.work.Drawing;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EnrollmentsViewModelTest {
  private static final String PAGE = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}";

  private final FakeService service = new FakeService();
  private final Drawing drawing = new Drawing();
  private final Background background = new Background(drawing);
  private final EnrollmentsViewModel model =
      new EnrollmentsViewModel(
          background,
          ApiClient.administration(
              new Transport(Transport.Patience.DEFAULT), service.address(), "token"),
          ZoneId.of("Europe/Berlin"));

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

  private List<String> shown() {
    return model.rows().rows().stream().map(row -> row.id() + " " + row.status()).toList();
  }

  @Test
  void asksForWhatIsFilledInAndNothingElse() {
    service.then(200, PAGE.formatted(""));
    model.status().set("paused");
    model.sequenceKey().set(" overdue ");
    model.sequenceId().set("seq_1");
    model.subject().set("p1");
    model.from().set(LocalDate.of(2026, 11, 20));
    model.to().set(LocalDate.of(2026, 11, 20));
    model.apply();
    drawing.next();
    assertThat(service.asked().getFirst().target())
        .isEqualTo(
            "/v1/enrollments?status=paused&sequence_key=overdue&sequence_id=seq_1"
                + "&subject_reference=p1&created_after=2026-11-19T23%3A00%3A00Z"
                + "&created_before=2026-11-20T23%3A00%3A00Z&limit=100");
  }

  @Test
  void findsByIdentifierBySequenceAndByPerson() {
    for (String text : List.of("enr_1", "seq_1", "p1")) {
      service.then(200, text.equals("enr_1") ? enrollment(text, "active", "") : PAGE.formatted(""));
      model.search().set(text);
      model.apply();
      drawing.next();
    }
    assertThat(service.asked())
        .extracting(FakeService.Asked::target)
        .containsExactly(
            "/v1/enrollments/enr_1",
            "/v1/enrollments?sequence_id=seq_1&limit=100",
            "/v1/enrollments?subject_reference=p1&limit=100");
  }

  @Test
  void showsNothingForAnIdentifierThatNobodyKnows() {
    service.then(404, "{\"code\":\"not_found\"}");
    model.search().set("enr_0");
    model.apply();
    drawing.next();
    assertThat(shown()).isEmpty();
    assertThat(model.rows().failure().get()).isNull();
  }

  @Test
  void takesOverWhatTheFeedTellsButNeverBringsBackWhatHasEnded() {
    String over = enrollment("enr_1", "exited", ",\"ended_at\":\"2026-11-20T11:00:00.000Z\"");
    service.then(200, PAGE.formatted(over + "," + enrollment("enr_2", "active", "")));
    model.apply();
    drawing.next();
    model.happened(
        List.of(
            event("enrollment.started", enrollment("enr_3", "active", "")),
            event("enrollment.resumed", enrollment("enr_1", "active", "")),
            event("enrollment.paused", enrollment("enr_2", "paused", ""))));
    assertThat(shown()).containsExactly("enr_3 active", "enr_1 exited", "enr_2 paused");
  }

  @Test
  void addsNoNewEnrollmentThatTheFiltersLeaveOut() {
    service.then(200, PAGE.formatted(""));
    model.sequenceKey().set("other");
    model.apply();
    drawing.next();
    model.happened(List.of(event("enrollment.started", enrollment("enr_3", "active", ""))));
    assertThat(shown()).isEmpty();
  }
}
