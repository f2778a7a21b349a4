package eu.callorders.console.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class ApiClientTest {
  private static final Duration MINUTE = Duration.ofSeconds(60);
  private static final String PROBLEM =
      "{\"status\":%d,\"code\":\"%s\",\"title\":\"T\",\"detail\":\"D\",\"trace_id\":\"t1\"}";

  @AutoClose private final FakeService service = new FakeService();
  private final AtomicLong nanos = new AtomicLong();
  private final Transport transport =
      new Transport(new Transport.Timeouts(MINUTE, MINUTE, Duration.ofMillis(1), MINUTE));
  private final RefreshingTokenSource tokens =
      new RefreshingTokenSource(
          transport, new Credentials(service.address(), "cli_1", "cosk_&1"), nanos::get);
  private final ApiClient api = ApiClient.of(transport, service.address(), tokens);

  private static Failure failure(ThrowingCallable call) {
    return catchThrowableOfType(ApiException.class, call).failure();
  }

  @Test
  void requestsATokenOnceAndRenewsItBeforeItExpires() throws Exception {
    service.token("one", 1800).then(200, "{\"id\":1}").then(200, "{\"id\":2}");
    assertThat(api.get("/v1/x").body().path("id").asInt()).isEqualTo(1);
    nanos.addAndGet(Duration.ofSeconds(1700).toNanos());
    api.get("/v1/x");
    nanos.addAndGet(Duration.ofSeconds(20).toNanos());
    service.token("two", 1800).then(200, "{}");
    api.get("/v1/x");
    assertThat(service.requests().getFirst().body()).isEqualTo("grant_type=client_credentials");
    assertThat(service.requests().getFirst().credentials()).isEqualTo("cli_1:cosk_%261");
    assertThat(service.requests().stream().map(it -> it.header("Authorization")))
        .map(authorization -> authorization.startsWith("Basic ") ? "token" : authorization)
        .containsExactly("token", "Bearer one", "Bearer one", "token", "Bearer two");
  }

  @Test
  void retriesWithANewTokenOnceAndThenReportsRevocation() {
    String unauthorized = PROBLEM.formatted(401, "unauthorized");
    service.token("one", 1800).then(401, unauthorized).token("two", 1800).then(401, unauthorized);
    assertThat(failure(() -> api.get("/v1/x"))).isEqualTo(new Failure.Revoked());
    assertThat(service.requests()).hasSize(4);
  }

  @Test
  void mapsTokenIssuerErrors() {
    service.then(401, "{\"error\":\"invalid_client\"}");
    assertThat(failure(tokens::accessToken)).isEqualTo(new Failure.WrongCredentials());
    service.then(429, Map.of("Retry-After", "600"), "{\"error\":\"temporarily_unavailable\"}");
    assertThat(failure(tokens::accessToken)).isEqualTo(new Failure.Locked(Duration.ofSeconds(600)));
    service.then(
        400, "{\"error\":\"unauthorized_client\",\"error_description\":\"not from there\"}");
    assertThat(failure(tokens::accessToken))
        .isEqualTo(new Failure.NotIssued("unauthorized_client", "not from there"));
    for (String body : List.of("<html>other service</html>", "", "{}")) {
      service.then(200, body);
      assertThat(failure(tokens::accessToken)).isInstanceOf(Failure.NotThisService.class);
    }
  }

  @Test
  void readsTextOfTheRequestedType() throws Exception {
    service
        .token("one", 1800)
        .then(200, Map.of("Content-Type", "text/html; charset=utf-8"), "<p>")
        .then(200, Map.of("Content-Type", "application/json"), "{}")
        .then(409, PROBLEM.formatted(409, "evidence_not_ready"));
    assertThat(api.text("/v1/x", "text/html")).isEqualTo("<p>");
    assertThat(service.requests().getLast().header("Accept")).isEqualTo("text/html");
    assertThat(failure(() -> api.text("/v1/x", "text/html")))
        .isInstanceOf(Failure.NotThisService.class);
    assertThat(failure(() -> api.text("/v1/x", "text/html")).isRefused("evidence_not_ready"))
        .isTrue();
  }

  @Test
  void skipsEmptyPages() throws Exception {
    String empty = "{\"data\":[],\"has_more\":true,\"next_cursor\":\"%s\"}";
    service.token("one", 1800).then(200, empty.formatted("a")).then(200, empty.formatted("b"));
    service.then(200, "{\"data\":[{}],\"has_more\":true,\"next_cursor\":\"c\"}");

    Page<JsonNode> page = api.page("/v1/x", Query.none(), 5, "");

    assertThat(page.rows()).hasSize(1);
    assertThat(page.next()).isEqualTo("c");
    assertThat(service.requests().subList(1, 4))
        .extracting(FakeService.RecordedRequest::target)
        .containsExactly("/v1/x?limit=5", "/v1/x?limit=5&after=a", "/v1/x?limit=5&after=b");
  }

  @Test
  void retriesWithTheSameIdempotencyKey() throws Exception {
    service
        .token("one", 1800)
        .then(503, "{}")
        .then(202, Map.of("ETag", "\"r1\""), "{\"id\":\"o\"}");
    Reply reply = api.post("/v1/call-orders", Json.object().put("a", 1));
    assertThat(reply.etag()).isEqualTo("\"r1\"");
    List<FakeService.RecordedRequest> posts = service.requests().subList(1, 3);
    assertThat(posts).extracting(FakeService.RecordedRequest::body).containsOnly("{\"a\":1}");
    assertThat(posts.getFirst().header("Idempotency-key"))
        .isNotEmpty()
        .isEqualTo(posts.getLast().header("Idempotency-key"));
  }

  @Test
  void doesNotRetryWritesOfTheAdministration() {
    ApiClient admin = ApiClient.administration(transport, service.address(), "t");
    assertThat(failure(() -> admin.post("/admin/v1/tenants", Json.object())))
        .isEqualTo(new Failure.Unreachable(service.address().toString()));
    assertThat(service.requests()).hasSize(1);
    assertThat(service.requests().getFirst().header("Authorization")).isEqualTo("Bearer t");
  }

  @Test
  void waitsForShortRetryAfterOnly() throws Exception {
    service.token("one", 1800).then(429, PROBLEM.formatted(429, "rate_limited")).then(200, "{}");
    api.get("/v1/x");
    service.then(429, Map.of("Retry-After", "300"), PROBLEM.formatted(429, "backlog_full"));
    Failure failure = failure(() -> api.post("/v1/call-orders", MissingNode.getInstance()));
    assertThat(failure).isInstanceOf(Failure.Refused.class);
    assertThat(failure.isTransient()).isTrue();
  }

  @Test
  void parsesAProblemWithFieldErrors() {
    service
        .token("one", 1800)
        .then(
            422,
            """
            {"status":422,"code":"validation_failed","title":"T","parameters":{"limit":2},
             "detail":[{"loc":["body"]},{"loc":["body"],"ctx":{"maximum":10}}],
             "errors":[{"pointer":"/subject","code":"required","message":"is missing"},
              {"pointer":"/priority","code":"maximum","message":"10 at most"}]}
            """);
    assertThat(failure(() -> api.get("/v1/x")))
        .isEqualTo(
            new Failure.Refused(
                new Problem(
                    422,
                    "validation_failed",
                    "T",
                    "",
                    "",
                    List.of(
                        new Problem.FieldError("/subject", "required", "is missing"),
                        new Problem.FieldError(
                            "/priority",
                            "maximum",
                            "10 at most",
                            Json.object().put("maximum", 10))),
                    Json.object().put("limit", 2))));
  }

  @Test
  void reportsWhenTheServiceIsOfflineAndOnlineAgain() throws Exception {
    List<ConnectionStatus.State> states = new ArrayList<>();
    transport.status().listen(states::add);
    assertThat(failure(() -> api.get("/v1/x"))).isInstanceOf(Failure.Unreachable.class);
    service.token("one", 1800).then(200, "{}");
    api.get("/v1/x");
    assertThat(states)
        .containsExactly(ConnectionStatus.State.OFFLINE, ConnectionStatus.State.ONLINE);
  }
}
