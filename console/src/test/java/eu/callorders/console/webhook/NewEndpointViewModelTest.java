package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class NewEndpointViewModelTest {
  private static final String URL = "https://a.example/h";
  private static final String CREATED =
      "{\"id\":\"whe_7\",\"url\":\"https://a.example/h\",\"status\":\"pending_verification\"%s}";

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final List<JsonNode> registered = new ArrayList<>();
  private final List<NewSigningSecret> secrets = new ArrayList<>();
  private final NewEndpointViewModel model =
      new NewEndpointViewModel(
          background,
          WebhookSessionFixture.of(service, Scope.CONFIG_WRITE),
          registered::add,
          secrets::add);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private void setInput(EndpointForm.Member field, String text) {
    model.form.value(field).set(text);
  }

  private void send() {
    model.send();
    assertThat(model.busy.get()).isTrue();
    drawing.runNext();
    assertThat(model.busy.get()).isFalse();
  }

  private String error(EndpointForm.Member field) {
    return model.form.error(field).get();
  }

  @Test
  void registersTheInputAndPublishesTheSecret() {
    setInput(EndpointForm.Member.URL, "  " + URL + " ");
    setInput(EndpointForm.Member.EVENT_TYPES, " call_order.*, enrollment.exited\n\ncall.ended ");
    setInput(EndpointForm.Member.PAYLOAD_MODE, "thin");
    service.then(201, CREATED.formatted(",\"secret\":\"whsec_x\""));
    send();
    assertThat(WebhookSessionFixture.requests(service).getFirst().body())
        .isEqualTo(
            "{\"url\":\"https://a.example/h\","
                + "\"event_types\":[\"call_order.*\",\"enrollment.exited\",\"call.ended\"],"
                + "\"payload_mode\":\"thin\"}");
    assertThat(registered).extracting(it -> it.path("id").asText()).containsExactly("whe_7");
    assertThat(secrets).containsExactly(new NewSigningSecret(URL, "whsec_x", true));
    assertThat(model.form.text(EndpointForm.Member.URL)).isEmpty();
    assertThat(model.form.text(EndpointForm.Member.PAYLOAD_MODE)).isEqualTo("full");
  }

  @Test
  void registersOnceAfterALostResponseAndReportsTheLostSecret() {
    setInput(EndpointForm.Member.URL, URL);
    send();
    assertThat(model.outcomeUnknown.get()).isTrue();
    assertThat(model.failure.get()).isInstanceOf(Failure.Unreachable.class);
    setInput(EndpointForm.Member.URL, "https://other.example/");
    service.then(201, CREATED.formatted(""));
    send();
    assertThat(WebhookSessionFixture.keys(service)).hasSizeGreaterThan(1);
    assertThat(WebhookSessionFixture.keys(service))
        .containsOnly(WebhookSessionFixture.keys(service).getFirst());
    assertThat(WebhookSessionFixture.requests(service))
        .allMatch(request -> request.body().contains(URL));
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(secrets).singleElement().matches(NewSigningSecret::isLost);
  }

  @Test
  void showsErrorsAtTheirFieldsAndRenewsTheKey() {
    setInput(EndpointForm.Member.URL, "http://10.0.0.1/");
    setInput(EndpointForm.Member.EVENT_TYPES, "call.ended x.y");
    service.then(
        422,
        """
        {"code":"validation_failed","errors":[
         {"pointer":"/url","code":"x","message":"must be https"},
         {"pointer":"/event_types/1","code":"x","message":"is unknown"}]}
        """);
    send();
    assertThat(error(EndpointForm.Member.URL)).isEqualTo("must be https");
    assertThat(error(EndpointForm.Member.EVENT_TYPES)).isEqualTo("x.y: is unknown");
    assertThat(model.failure.get()).isNull();
    assertThat(model.form.firstInvalid()).contains(EndpointForm.Member.URL);
    service.then(201, CREATED.formatted(",\"secret\":\"whsec_x\""));
    send();
    assertThat(error(EndpointForm.Member.URL)).isEmpty();
    assertThat(WebhookSessionFixture.keys(service)).doesNotHaveDuplicates();
  }

  @Test
  void reportsFailuresWithoutFieldErrors() {
    setInput(EndpointForm.Member.URL, URL);
    service.then(409, "{\"code\":\"endpoint_limit\",\"title\":\"T\",\"detail\":\"20 of them\"}");
    send();
    assertThat(model.failure.get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(model.form.text(EndpointForm.Member.URL)).isEqualTo(URL);
  }

  @Test
  void staysUncertainWhileTheFirstRequestIsInProgress() {
    setInput(EndpointForm.Member.URL, URL);
    service.then(409, "{\"code\":\"idempotency_key_in_progress\"}");
    send();
    assertThat(model.outcomeUnknown.get()).isTrue();
    service.then(429, "{\"code\":\"rate_limited\"}").then(429, "{\"code\":\"rate_limited\"}");
    service.then(429, "{\"code\":\"rate_limited\"}").then(429, "{\"code\":\"rate_limited\"}");
    send();
    assertThat(model.outcomeUnknown.get()).isTrue();
    assertThat(WebhookSessionFixture.keys(service))
        .containsOnly(WebhookSessionFixture.keys(service).getFirst());
    model.startOver();
    assertThat(model.outcomeUnknown.get()).isFalse();
    assertThat(model.failure.get()).isNull();
    setInput(EndpointForm.Member.URL, URL);
    service.then(201, CREATED.formatted(",\"secret\":\"whsec_x\""));
    send();
    assertThat(WebhookSessionFixture.keys(service).getLast())
        .isNotEqualTo(WebhookSessionFixture.keys(service).getFirst());
  }
}
