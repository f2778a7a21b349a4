package eu.callorders.console.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.Scope;
import eu.callorders.console.work.ActionTarget;
import eu.callorders.console.work.BackgroundExecutor;
import eu.callorders.console.work.DirectExecutor;
import eu.callorders.console.work.FailedActions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EndpointViewModelTest {
  private static final String NONE = "{\"data\":[],\"has_more\":false,\"next_cursor\":null}";
  private static final String ENDPOINT =
      """
      {"id":"whe_1","url":"https://a.example/h","status":"%s",
       "verification":{"state":"succeeded"},"health":{"consecutive_failures":0}%s}
      """;

  private static final ActionTarget TARGET = new ActionTarget("whe_1", "a.example/h");

  private final FakeService service = new FakeService();
  private final DirectExecutor drawing = new DirectExecutor();
  private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final List<EndpointRow> changed = new ArrayList<>();
  private final List<String> deleted = new ArrayList<>();
  private final EndpointViewModel model =
      new EndpointViewModel(
          background,
          WebhookSessionFixture.of(service, Scope.CONFIG_READ, Scope.CONFIG_WRITE),
          changed::add,
          deleted::add);

  @AfterEach
  void close() {
    background.close();
    service.close();
  }

  private FakeService endpoint(String status, String etag) {
    return service.then(200, Map.of("ETag", etag), ENDPOINT.formatted(status, "")).then(200, NONE);
  }

  private void shown() {
    endpoint("active", "\"3\"");
    model.show("whe_1");
    drawing.runNext();
  }

  private String status() {
    EndpointViewModel.Detail detail = model.detail.get();
    return detail == null ? "" : detail.row().status();
  }

  @Test
  void disablesTheSeenRevisionAndReloads() {
    shown();
    service.then(200, ENDPOINT.formatted("disabled", ""));
    endpoint("disabled", "\"4\"");
    model.actions.setStatus(TARGET, "disabled", "\"3\"");
    drawing.runNext();
    drawing.runNext();
    assertThat(WebhookSessionFixture.requests(service).get(2).header("If-match"))
        .isEqualTo("\"3\"");
    assertThat(WebhookSessionFixture.requests(service).get(2).body())
        .isEqualTo("{\"status\":\"disabled\"}");
    assertThat(changed).extracting(EndpointRow::status).containsExactly("disabled");
    assertThat(status()).isEqualTo("disabled");
  }

  @Test
  void keepsTheFailureOfAnActionWhileReloading() {
    shown();
    service.then(412, "{\"code\":\"precondition_failed\",\"title\":\"T\"}");
    endpoint("disabled", "\"4\"");
    model.actions.setStatus(TARGET, "disabled", "\"3\"");
    drawing.runNext();
    drawing.runNext();
    assertThat(status()).isEqualTo("disabled");
    assertThat(model.actions.failure.get()).isInstanceOf(Failure.Refused.class);
    assertThat(model.actions.busy.get()).isFalse();
  }

  @Test
  void keepsTheFailureOfAnEndpointThatIsNoLongerShown() {
    shown();
    service.then(412, "{\"code\":\"precondition_failed\",\"title\":\"T\"}");
    model.actions.setStatus(TARGET, "disabled", "\"3\"");
    model.clear();
    drawing.runNext();
    assertThat(model.actions.failure.get()).isNull();
    assertThat(model.actions.busy.get()).isFalse();
    assertThat(model.actions.failedActions.entries())
        .extracting(FailedActions.FailedAction::target)
        .containsExactly(TARGET);
  }

  @Test
  void keepsTheSecretUntilItIsCleared() {
    shown();
    service.then(200, ENDPOINT.formatted("active", ",\"secret\":\"whsec_x\""));
    endpoint("active", "\"4\"");
    model.actions.rotate(TARGET);
    model.clear();
    drawing.runNext();
    assertThat(model.actions.secret.get())
        .isEqualTo(new NewSigningSecret("https://a.example/h", "whsec_x", false));
    assertThat(String.valueOf(model.actions.secret.get())).doesNotContain("whsec_");
    model.actions.clearSecret();
    assertThat(model.actions.secret.get()).isNull();
  }

  @Test
  void reportsALostSecret() {
    shown();
    service.then(200, ENDPOINT.formatted("active", ""));
    endpoint("active", "\"4\"");
    model.actions.rotate(TARGET);
    drawing.runNext();
    NewSigningSecret rotated = model.actions.secret.get();
    assertThat(rotated != null && rotated.isLost()).isTrue();
  }

  @Test
  void showsTheTestResultOfThisEndpointOnly() {
    shown();
    String ping =
        """
        {"id":"whd_1","event_type":"webhook_endpoint.ping","status":"retrying",
         "attempts":[{"at":"2026-11-20T10:00:00.000Z","error":"connection_failed","duration_ms":7}]}
        """;
    service.then(200, ping);
    endpoint("active", "\"3\"");
    model.actions.test(TARGET);
    drawing.runNext();
    DeliveryRow tested = model.actions.testResult.get();
    assertThat(tested == null ? null : tested.lastAttempt().orElseThrow())
        .isEqualTo(
            new DeliveryRow.DeliveryAttempt("2026-11-20T10:00:00.000Z", 0, "connection_failed", 7));
    drawing.runNext();
    service.then(200, ping);
    model.actions.test(TARGET);
    model.clear();
    drawing.runNext();
    assertThat(model.actions.testResult.get()).isNull();
  }

  /** Waits until the retries without a response are over. */
  private void awaitNoResponse() {
    drawing.runNext();
  }

  @Test
  void retriesARotationWithTheSameKeyAfterALostResponse() {
    shown();
    model.actions.rotate(TARGET);
    awaitNoResponse();
    assertThat(model.actions.failure.get()).isInstanceOf(Failure.Unreachable.class);
    drawing.runNext(); // the reload failed too
    service.then(200, ENDPOINT.formatted("active", ""));
    endpoint("active", "\"4\"");
    model.actions.rotate(TARGET);
    drawing.runNext();
    drawing.runNext();
    service.then(200, ENDPOINT.formatted("active", ",\"secret\":\"whsec_y\""));
    endpoint("active", "\"5\"");
    model.actions.rotate(TARGET);
    drawing.runNext();
    List<String> keys =
        service.requests().stream()
            .filter(request -> request.target().endsWith("/rotate-secret"))
            .map(request -> request.header("Idempotency-key"))
            .toList();
    assertThat(keys).hasSizeGreaterThan(2);
    assertThat(keys.subList(0, keys.size() - 1)).containsOnly(keys.getFirst());
    assertThat(keys.getLast()).isNotEqualTo(keys.getFirst());
  }

  @Test
  void loadsTheDeletionImpactBeforeDeleting() {
    shown();
    service
        .then(200, "{\"data\":[{\"id\":\"whd_1\"}],\"has_more\":true,\"next_cursor\":\"c\"}")
        .then(200, "{\"data\":[{\"id\":\"whd_2\"}],\"has_more\":false,\"next_cursor\":null}");
    List<EndpointActions.DeletionImpact> impacts = new ArrayList<>();
    model.actions.loadDeletionImpact(impacts::add);
    drawing.runNext();
    assertThat(impacts).containsExactly(new EndpointActions.DeletionImpact(2, true));
    assertThat(service.requests())
        .extracting(FakeService.RecordedRequest::target)
        .contains(
            "/v1/webhook-deliveries?endpoint_id=whe_1&status=pending&limit=100",
            "/v1/webhook-deliveries?endpoint_id=whe_1&status=retrying&limit=100");
    assertThat(service.requests()).noneMatch(request -> request.method().equals("DELETE"));
    service.then(204, "");
    model.actions.delete(TARGET);
    drawing.runNext();
    assertThat(deleted).containsExactly("whe_1");
    assertThat(impacts).hasSize(1);
    assertThat(model.detail.get()).isNull();
    assertThat(service.requests().getLast().method()).isEqualTo("DELETE");
  }

  @Test
  void treatsNotFoundAsDeleted() {
    shown();
    service.then(404, "{\"code\":\"not_found\"}");
    model.actions.delete(TARGET);
    drawing.runNext();
    assertThat(deleted).containsExactly("whe_1");
    assertThat(model.actions.failure.get()).isNull();
  }

  @Test
  void keepsAnEndpointWhenDeletionFails() {
    shown();
    service.then(403, "{\"code\":\"insufficient_scope\"}");
    endpoint("active", "\"3\"");
    model.actions.delete(TARGET);
    drawing.runNext();
    drawing.runNext();
    assertThat(deleted).isEmpty();
    assertThat(status()).isEqualTo("active");
    assertThat(model.actions.failure.get()).isInstanceOf(Failure.Refused.class);
  }

  @Test
  void clearsTheDetailOfADeletedEndpoint() {
    shown();
    service.then(404, "{\"code\":\"not_found\"}");
    model.load();
    drawing.runNext();
    assertThat(model.detail.get()).isNull();
    assertThat(model.loadFailure.get()).isInstanceOf(Failure.Refused.class);
  }

  @Test
  void keepsTheDetailWhenLoadingFails() {
    shown();
    model.load();
    awaitNoResponse();
    assertThat(status()).isEqualTo("active");
    assertThat(model.loadFailure.get()).isInstanceOf(Failure.Unreachable.class);
    endpoint("disabled", "\"4\"");
    model.load();
    drawing.runNext();
    assertThat(status()).isEqualTo("disabled");
    assertThat(model.loadFailure.get()).isNull();
  }
}
