package eu.callorders.console.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.session.TextSearch;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The search of {@link EnrollmentsViewModel}, with and without the administration. */
class EnrollmentSearchTest {
  private static final String PAGE = "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}";
  private static final String HITS =
      """
      {"data":[{"kind":"subject","subject_reference":"p1","matched":["name"]},
        {"kind":"enrollment","id":"enr_1","subject_reference":"p1","matched":["name"]},
        {"kind":"order","id":"ord_1","subject_reference":"p1","matched":["name"]},
        {"kind":"enrollment","id":"enr_9","matched":["identifier"]}],
       "has_more":false,"searched":["name"]}
      """;

  @AutoClose private final FakeService service = new FakeService();
  private final DirectExecutor uiExecutor = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(uiExecutor);

  static Session session(FakeService service, boolean withAdministration) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    return new Session(
        "s",
        "sandbox",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(),
        api,
        withAdministration ? Optional.of(api) : Optional.empty(),
        new ConnectionStatus());
  }

  private EnrollmentsViewModel model(boolean withAdministration) {
    return new EnrollmentsViewModel(
        background, session(service, withAdministration), ZoneId.of("Europe/Berlin"));
  }

  private static String enrollment(String id, String created) {
    return """
    {"id":"%s","status":"active","subject_reference":"p1","sequence_key":"k","sequence_version":1,
     "exit_reason":null,"call_order_ids":[],"created_at":"%s"}
    """
        .formatted(id, created);
  }

  private void search(EnrollmentsViewModel model, String text) {
    model.search().set(text);
    model.apply();
    uiExecutor.runNext();
  }

  private List<String> targets() {
    return service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  @Test
  void searchesByIdentifierSequenceAndSubject() {
    EnrollmentsViewModel model = model(false);
    for (String text : List.of("enr_1", "seq_1", "p1")) {
      service.then(200, text.equals("enr_1") ? enrollment(text, "") : PAGE.formatted(""));
      search(model, text);
    }
    assertThat(targets())
        .containsExactly(
            "/v1/enrollments/enr_1",
            "/v1/enrollments?sequence_id=seq_1&limit=100",
            "/v1/enrollments?subject_reference=p1&limit=100");
    assertThat(model.textSearch.report().get().extent()).isEqualTo(TextSearch.Extent.EXACT);
  }

  @Test
  void showsNothingForUnknownIdentifier() {
    service.then(404, "{\"code\":\"not_found\"}");
    EnrollmentsViewModel model = model(false);
    search(model, "enr_0");
    assertThat(model.rows().rows()).isEmpty();
    assertThat(model.rows().failure().get()).isNull();
  }

  @Test
  void searchesForPartsWithTheAdministration() {
    EnrollmentsViewModel model = model(true);
    service
        .then(200, PAGE.formatted(""))
        .then(200, HITS)
        .then(200, PAGE.formatted(enrollment("enr_1", "2026-11-20T10:00:00.000Z")))
        .then(200, enrollment("enr_9", "2026-11-21T10:00:00.000Z"));
    search(model, "mus");
    assertThat(model.rows().rows()).extracting(EnrollmentRow::id).containsExactly("enr_9", "enr_1");
    assertThat(targets())
        .containsExactly(
            "/v1/enrollments?subject_reference=mus&limit=100",
            "/admin/v1/search?q=mus&tenant_id=tn_1",
            "/v1/enrollments?subject_reference=p1&limit=100",
            "/v1/enrollments/enr_9");
    assertThat(model.textSearch.report().get())
        .isEqualTo(new TextSearch.Report(TextSearch.Extent.PARTS, List.of("name")));
  }

  @Test
  void distinguishesTextsThatAreTooShortAndTooLong() {
    EnrollmentsViewModel model = model(true);
    Map<String, TextSearch.Extent> texts =
        Map.of(
            "a\u0301e\u0301",
            TextSearch.Extent.TOO_SHORT,
            "m".repeat(201),
            TextSearch.Extent.FAILED);
    texts.forEach(
        (text, extent) -> {
          service
              .then(200, PAGE.formatted(""))
              .then(422, "{\"status\":422,\"code\":\"validation_failed\"}");
          search(model, text);
          assertThat(model.textSearch.report().get().extent()).isEqualTo(extent);
        });
  }
}
