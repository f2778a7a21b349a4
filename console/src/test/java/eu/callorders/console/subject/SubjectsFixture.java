package eu.callorders.console.subject;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.ConnectionStatus;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.api.Transport;
import eu.callorders.console.session.Session;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Sessions at a fake service that knows nothing of any person at first. */
final class SubjectsFixture implements AutoCloseable {
  static final String HOLD =
      """
      {"id":"hld_1","status":"active","reason":"deceased","subject_reference":"p1",
       "created_at":"2026-11-20T09:00:00.000Z"}
      """;

  final FakeService service = new FakeService();
  final DirectExecutor uiExecutor = new DirectExecutor();
  final BackgroundExecutor background = uiExecutor.endlessDelays();

  SubjectsFixture() {
    for (String list : List.of("holds", "suppressions", "promises", "call-orders", "enrollments")) {
      respond(list);
    }
  }

  /** What a list contains from now on. */
  void respond(String list, String... rows) {
    service.fixed("GET /v1/" + list, 200, page(rows));
  }

  static String page(String... rows) {
    return "{\"data\":[%s],\"has_more\":false,\"next_cursor\":null}"
        .formatted(String.join(",", rows));
  }

  static String order(String id, String subject, String family, String created) {
    return """
    {"id":"%s","status":"scheduled","order_type":"payment_reminder",
     "subject":{"reference":"%s","name":{"given_name":"Erika","family_name":"%s"}},
     "contacts":[{"channel":"phone","value":"+493023125021"}],"calls":[],"created_at":"%s"}
    """
        .formatted(id, subject, family, created);
  }

  static JsonNode json(String text) {
    return Json.parse(text).orElseThrow();
  }

  Session session(boolean withAdministration, Scope... scopes) {
    ApiClient api =
        ApiClient.administration(
            new Transport(Transport.Timeouts.DEFAULT), service.address(), "token");
    return new Session(
        "demo",
        "sandbox",
        "tn_1",
        MissingNode.getInstance(),
        Set.of(scopes),
        api,
        withAdministration ? Optional.of(api) : Optional.empty(),
        new ConnectionStatus());
  }

  List<String> targets() {
    return service.requests().stream().map(FakeService.RecordedRequest::target).toList();
  }

  @Override
  public void close() {
    background.close();
    service.close();
  }
}
