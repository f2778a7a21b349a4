package eu.callorders.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.console.api.ApiClient;
import eu.callorders.console.api.Credentials;
import eu.callorders.console.api.Failure;
import eu.callorders.console.api.FakeService;
import eu.callorders.console.api.FakeService.RecordedRequest;
import eu.callorders.console.api.Json;
import eu.callorders.console.api.RefreshingTokenSource;
import eu.callorders.console.api.Reply;
import eu.callorders.console.api.Transport;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class IdempotentPostTest {
  private static final String PATH = "/v1/x";
  private static final String PROBLEM = "{\"code\":\"%s\"}";
  private static final Map<String, String> LATER = Map.of("Retry-After", "1");
  private static final Transport.Timeouts SHORT =
      new Transport.Timeouts(
          Duration.ofSeconds(20), Duration.ofSeconds(20), Duration.ofMillis(1), Duration.ZERO);

  @AutoClose private final FakeService service = new FakeService().token("t", 3600);
  private final DirectExecutor drawing = new DirectExecutor();
  @AutoClose private final BackgroundExecutor background = new BackgroundExecutor(drawing);
  private final List<Reply> replies = new ArrayList<>();
  private final List<Failure> failures = new ArrayList<>();
  private final IdempotentPost post = new IdempotentPost(background, api());

  private ApiClient api() {
    Transport transport = new Transport(SHORT);
    Credentials credentials = new Credentials(service.address(), "client", "secret");
    return ApiClient.of(
        transport, service.address(), new RefreshingTokenSource(transport, credentials));
  }

  private void send(int number) {
    post.send(PATH, Json.object().put("number", number), replies::add, failures::add);
    drawing.runNext();
  }

  private List<RecordedRequest> sent() {
    return service.requests().stream().filter(request -> request.target().equals(PATH)).toList();
  }

  private List<String> keys() {
    return sent().stream().map(request -> request.header("Idempotency-key")).distinct().toList();
  }

  private List<String> bodies() {
    return sent().stream().map(RecordedRequest::body).distinct().toList();
  }

  /** The client repeats the lost attempt, and reports the refusal of the repetition. */
  @Test
  void repeatsTheRequestWhenALostAttemptIsFollowedByARefusalForNow() {
    service.thenNoResponse().then(429, LATER, PROBLEM.formatted("rate_limited"));
    send(1);
    assertThat(failures).singleElement().matches(it -> it.isRefused("rate_limited"));
    assertThat(post.outcomeUnknown().get()).isTrue();
    service.then(202, "{}");
    send(2);
    assertThat(replies).hasSize(1);
    assertThat(keys()).hasSize(1);
    assertThat(bodies()).containsExactly("{\"number\":1}");
    assertThat(post.outcomeUnknown().get()).isFalse();
  }

  @ParameterizedTest
  @CsvSource({
    "403, insufficient_scope",
    "409, idempotency_key_in_progress",
    "422, idempotency_key_reused",
    "429, rate_limited",
    "500, internal_error",
    "503, unavailable"
  })
  void keepsTheRequestAfterARefusalForNow(int status, String code) {
    service.then(status, LATER, PROBLEM.formatted(code));
    send(1);
    assertThat(post.outcomeUnknown().get()).isTrue();
    service.then(202, "{}");
    send(2);
    assertThat(keys()).hasSize(1);
    assertThat(bodies()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "400, malformed_request",
    "404, not_found",
    "409, endpoint_disabled",
    "422, validation_failed"
  })
  void endsTheRequestByAFinalRefusal(int status, String code) {
    service.then(status, PROBLEM.formatted(code)).then(202, "{}");
    send(1);
    assertThat(post.outcomeUnknown().get()).isFalse();
    send(2);
    assertThat(keys()).hasSize(2);
    assertThat(bodies()).containsExactly("{\"number\":1}", "{\"number\":2}");
  }

  @Test
  void endsTheRequestByItsExecutionAndByTheOperator() {
    service.then(202, "{}");
    send(1);
    service.then(500, PROBLEM.formatted("internal_error"));
    send(2);
    post.startOver();
    assertThat(post.outcomeUnknown().get()).isFalse();
    service.then(202, "{}");
    send(3);
    assertThat(keys()).hasSize(3);
    assertThat(bodies()).hasSize(3);
  }
}
