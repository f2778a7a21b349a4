package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class EditEndpointViewModelTest {
  private static final String ENDPOINT =
      """
      {"id":"whe_1","url":"https://a.example/h","description":"%s","event_types":["call.ended"],
       "payload_mode":"full","status":"%s"}
      """;
  private static final ActionTarget TARGET = new ActionTarget("whe_1", "https://a.example/h");
  private static final String STALE = "{\"code\":\"precondition_failed\",\"title\":\"T\"}";

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final List<EndpointRow> saved = new ArrayList<>();
  private final List<ActionTarget> failed = new ArrayList<>();
  private final EditEndpointViewModel model =
      new EditEndpointViewModel(
          background,
          WebhookSessionFixture.of(service, Scope.CONFIG_WRITE),
          saved::add,
          (endpoint, cause) -> failed.add(endpoint));

  @BeforeEach
  void open() {
    edit("whe_1");
  }

  private void edit(String id) {
    String json = ENDPOINT.formatted("Old", "active").replace("whe_1", id);
    model.edit(new EndpointViewModel.Detail(Json.parse(json).orElseThrow(), "\"3\"", List.of()));
  }

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private void setInput(EndpointForm.Member field, String text) {
    model.form.value(field).set(text);
  }

  private String text(EndpointForm.Member field) {
    return model.form.text(field);
  }

  private FakeService.RecordedRequest request(int index) {
    return WebhookSessionFixture.requests(service).get(index);
  }

  @Test
  void sendsTouchedFieldsWithTheRevision() {
    setInput(EndpointForm.Member.DESCRIPTION, "");
    setInput(EndpointForm.Member.EVENT_TYPES, "call.*\n");
    assertThat(model.changesUrl()).isFalse();
    service.then(200, ENDPOINT.formatted("", "active"));
    model.save();
    drawing.runNext();
    assertThat(request(0).method()).isEqualTo("PATCH");
    assertThat(request(0).header("If-match")).isEqualTo("\"3\"");
    assertThat(request(0).body()).isEqualTo("{\"description\":null,\"event_types\":[\"call.*\"]}");
    assertThat(saved).extracting(EndpointRow::id).containsExactly("whe_1");
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void subscribesToAllTypesWhenNoneIsEntered() {
    setInput(EndpointForm.Member.EVENT_TYPES, " \n");
    setInput(EndpointForm.Member.URL, "https://b.example/");
    assertThat(model.changesUrl()).isTrue();
    service.then(200, ENDPOINT.formatted("", "active"));
    model.save();
    drawing.runNext();
    assertThat(request(0).body())
        .isEqualTo("{\"url\":\"https://b.example/\",\"event_types\":null}");
  }

  @Test
  void sendsNothingWithoutChanges() {
    setInput(EndpointForm.Member.EVENT_TYPES, " call.ended,");
    model.save();
    assertThat(saved).hasSize(1);
    assertThat(service.requests()).isEmpty();
  }

  @Test
  void showsConcurrentChangesAndContinuesAfterReload() {
    setInput(EndpointForm.Member.PAYLOAD_MODE, "thin");
    service
        .then(412, STALE)
        .then(200, Map.of("ETag", "\"4\""), ENDPOINT.formatted("New", "disabled"));
    model.save();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.changes())
        .containsExactly(
            new EditEndpointViewModel.EndpointChange("description", "Old", "New"),
            new EditEndpointViewModel.EndpointChange("status", "active", "disabled"));
    assertThat(model.failure().get()).isInstanceOf(Failure.Refused.class);
    model.save();
    assertThat(WebhookSessionFixture.requests(service)).hasSize(2);
    model.reload();
    assertThat(text(EndpointForm.Member.DESCRIPTION)).isEqualTo("New");
    assertThat(text(EndpointForm.Member.PAYLOAD_MODE)).isEqualTo("thin");
    assertThat(model.changes()).isEmpty();
    assertThat(model.failure().get()).isNull();
    service.then(200, ENDPOINT.formatted("New", "disabled"));
    model.save();
    drawing.runNext();
    assertThat(request(2).header("If-match")).isEqualTo("\"4\"");
    assertThat(request(2).body()).isEqualTo("{\"payload_mode\":\"thin\"}");
    assertThat(saved).hasSize(1);
  }

  @Test
  void reportsChangesOfHiddenMembers() {
    setInput(EndpointForm.Member.PAYLOAD_MODE, "thin");
    service.then(412, STALE).then(200, ENDPOINT.formatted("Old", "active"));
    model.save();
    drawing.runNext();
    drawing.runNext();
    assertThat(model.changes())
        .containsExactly(new EditEndpointViewModel.EndpointChange("", "", ""));
  }

  @Test
  void acceptsAChangeWhoseResponseWasLost() {
    setInput(EndpointForm.Member.DESCRIPTION, "New");
    model.save();
    drawing.runNext();
    assertThat(model.failure().get()).isInstanceOf(Failure.Unreachable.class);
    service.then(412, STALE).then(200, ENDPOINT.formatted("New", "active"));
    model.save();
    drawing.runNext();
    drawing.runNext();
    assertThat(saved).hasSize(1);
    assertThat(model.changes()).isEmpty();
  }

  @Test
  void showsErrorsAtTheirFields() {
    setInput(EndpointForm.Member.URL, "https://10.0.0.1/");
    service.then(
        422,
        """
        {"code":"webhook_url_not_allowed","detail":"no",
         "errors":[{"pointer":"/url","code":"x","message":"is not public"}]}
        """);
    model.save();
    drawing.runNext();
    assertThat(model.form.error(EndpointForm.Member.URL).get()).isEqualTo("is not public");
    assertThat(model.failure().get()).isNull();
    assertThat(saved).isEmpty();
    assertThat(model.busy().get()).isFalse();
  }

  @Test
  void dropsResponsesForAnotherEndpoint() {
    setInput(EndpointForm.Member.DESCRIPTION, "New");
    service.then(200, ENDPOINT.formatted("New", "active"));
    model.save();
    edit("whe_2");
    drawing.runNext();
    assertThat(saved).isEmpty();
    assertThat(failed).isEmpty();
    assertThat(text(EndpointForm.Member.DESCRIPTION)).isEqualTo("Old");
  }

  @Test
  void namesTheEndpointOfAChangeThatFailsAfterItsFormIsLeft() {
    setInput(EndpointForm.Member.DESCRIPTION, "New");
    service.then(403, "{\"status\":403,\"code\":\"insufficient_scope\"}");
    model.save();
    edit("whe_2");
    drawing.runNext();
    assertThat(failed).containsExactly(TARGET);
    assertThat(model.failure().get()).as("at another endpoint").isNull();
  }

  @Test
  void namesTheEndpointOfAStaleChangeThoughItsFormIsLeft() {
    setInput(EndpointForm.Member.DESCRIPTION, "New");
    service.then(412, STALE).then(200, ENDPOINT.formatted("Other", "active"));
    model.save();
    drawing.runNext();
    model.discard();
    drawing.runNext();
    assertThat(failed).containsExactly(TARGET);
    assertThat(model.changes()).isEmpty();
  }
}
