package eu.callorders.server.http;

import static eu.callorders.server.http.ApiFixture.ALL_SCOPES;
import static eu.callorders.server.http.ApiFixture.ORDER;
import static eu.callorders.server.http.ApiFixture.ORDERS;
import static eu.callorders.server.http.ProblemAssertions.assertDecorated;
import static eu.callorders.server.http.ProblemAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.ContractParameter;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimiter;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.handler.BodyHandler;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;

class ApiVerticleTest {
  @RegisterExtension static final ApiFixture api = new ApiFixture();

  @TestFactory
  Stream<DynamicTest> servesEveryOperationOfContract() {
    return ApiFixture.CONTRACT.operations().stream()
        .map(operation -> DynamicTest.dynamicTest(operation.id(), () -> assertServes(operation)));
  }

  private static void assertServes(ContractOperation operation) {
    String path = operation.path().replaceAll("\\{[^}]+}", "some-thing");
    List<JsonNode> examples = RequestExamples.of(ApiFixture.CONTRACT, operation);
    String body = examples.isEmpty() ? null : examples.getFirst().toString();
    String required =
        operation.parametersIn("query").stream()
            .filter(ContractParameter::required)
            .map(it -> "?" + it.name() + "=x")
            .findFirst()
            .orElse("");
    RawHttp.RawResponse response =
        api.send(operation.method(), path + required, ALL_SCOPES, body, "If-Match: \"1\"");
    switch (operation.id()) {
      case "getCallRecording" -> assertProblem(response, 404, "recording_unavailable");
      case "createSequence" -> assertProblem(response, 403, "feature_not_enabled");
      default -> {
        assertThat(response.status()).as(response.body()).isEqualTo(200);
        assertThat(response.json().path("operation").asText()).isEqualTo(operation.id());
        assertDecorated(response);
      }
    }
  }

  @TestFactory
  Stream<DynamicTest> requiresScopesOfContract() {
    return ApiFixture.CONTRACT.operations().stream()
        .map(
            operation ->
                DynamicTest.dynamicTest(operation.id(), () -> assertRequiresScope(operation)));
  }

  private static void assertRequiresScope(ContractOperation operation) {
    String path = operation.path().replaceAll("\\{[^}]+}", "x");
    RawHttp.RawResponse response = api.send(operation.method(), path, "none", null);
    if (operation.scopes().isEmpty()) {
      assertProblem(response, 404, "recording_unavailable");
    } else {
      assertProblem(response, 403, "insufficient_scope");
      assertThat(response.json().path("detail").asText()).contains(operation.scopes());
    }
  }

  @Test
  void passesRequestToOperation() {
    api.send(
        "PATCH",
        ORDERS + "/ord%5F1",
        ALL_SCOPES,
        "{\"metadata\":{\"a\":1.50}}",
        "If-Match: \"7\"",
        "Idempotency-Key: k-1");
    ApiRequest request = api.lastRequest.get();
    assertThat(request.pathParameter("order_id")).isEqualTo("ord_1");
    assertThat(request.path()).isEqualTo(ORDERS + "/ord_1");
    assertThat(request.header("idempotency-key")).contains("k-1");
    assertThat(request.header("if-match")).contains("\"7\"");
    assertThat(request.requiredBody()).hasToString("{\"metadata\":{\"a\":1.50}}");
    api.get("/v1/events?event_types=call.*%2Csignal.received", ALL_SCOPES);
    assertThat(api.lastRequest.get().limit()).isEqualTo(25);
    assertThat(api.lastRequest.get().filters())
        .isEqualTo(java.util.Map.of("event_types", "call.*,signal.received"));
  }

  /** Each request breaks one rule more than the previous one; the earliest rule is reported. */
  @Test
  void checksInOrderOfContract() {
    String spoiled = "{\"simulate\":{},\"x\":\"" + "y".repeat(BodyReader.MAX_BYTES) + "\"}";
    String[] html = {"Accept: text/html", "Content-Type: text/plain"};
    assertProblem(api.post("/v1/nowhere", "bad", "{", html), 404, "not_found");
    assertProblem(api.send("PUT", ORDERS, "bad", "{", html), 405, "method_not_allowed");
    assertProblem(api.post(ORDERS, "bad", "{", html), 401, "unauthorized");
    assertProblem(api.post(ORDERS, "elsewhere", "{", html), 403, "ip_not_allowlisted");
    api.post(ORDERS, "limited", "{", html);
    api.post(ORDERS, "limited", "{", html);
    assertProblem(api.post(ORDERS, "limited", "{", html), 429, "rate_limited");
    assertProblem(api.post("/v1/sequences", "none", "{", html), 403, "insufficient_scope");
    assertProblem(api.post("/v1/sequences", ALL_SCOPES, "{", html), 403, "feature_not_enabled");
    assertProblem(api.post(ORDERS, ALL_SCOPES, spoiled, html), 406, "not_acceptable");
    assertProblem(api.post(ORDERS, ALL_SCOPES, spoiled, html[1]), 413, "payload_too_large");
    assertProblem(api.post(ORDERS, ALL_SCOPES, "{", html[1]), 415, "unsupported_media_type");
    assertProblem(api.post(ORDERS, ALL_SCOPES, "{"), 400, "malformed_request");
    assertProblem(api.post(ORDERS, ALL_SCOPES, "{}"), 422, "validation_failed");
    assertThat(api.lastRequest.get()).isNull();
  }

  @Test
  void rejectsSimulationWhenLiveBeforeValidation() {
    try (ApiFixture live = new ApiFixture(true, RateLimit.UNLIMITED, List.of())) {
      assertProblem(
          live.post(ORDERS, ALL_SCOPES, "{\"simulate\":null}"), 403, "simulate_not_allowed");
      assertProblem(live.post(ORDERS, ALL_SCOPES, "{\"simulate\":"), 400, "malformed_request");
      assertProblem(live.post(ORDERS, ALL_SCOPES, "{}"), 422, "validation_failed");
      assertThat(live.post(ORDERS, ALL_SCOPES, ORDER).status()).isEqualTo(200);
    }
  }

  @Test
  void challengesUnauthorizedClients() {
    for (String token : new String[] {null, "bad", ""}) {
      RawHttp.RawResponse response = api.get(ORDERS, token);
      assertProblem(response, 401, "unauthorized");
      assertThat(response.header("WWW-Authenticate"))
          .startsWith("Bearer ")
          .contains("error=\"invalid_token\"");
    }
    assertProblem(api.get(ORDERS, null, "Authorization: Basic eDp5"), 401, "unauthorized");
    assertProblem(api.get(ORDERS, ALL_SCOPES, "Authorization: Bearer x"), 401, "unauthorized");
    assertThat(api.get(ORDERS, null, "authorization: bearer " + ALL_SCOPES).status())
        .isEqualTo(200);
    assertThat(api.get(ORDERS, "none").header("WWW-Authenticate"))
        .contains("error=\"insufficient_scope\", scope=\"orders:read\"");
  }

  @Test
  void waitsForAsynchronousTokenCheck() {
    assertThat(api.post(ORDERS, "later", ORDER).status()).isEqualTo(200);
    assertThat(api.lastRequest.get().requiredBody()).isEqualTo(Json.parse(ORDER));
  }

  @Test
  void mountsRouteModules() {
    RouteModule module =
        router -> {
          router.post("/oauth2/token").handler(context -> context.response().end("token"));
          router
              .get("/boom")
              .handler(
                  context -> {
                    throw new IllegalStateException("boom");
                  });
          router.route(HttpMethod.GET, "/bad").handler(context -> context.fail(400));
        };
    try (ApiFixture more = new ApiFixture(false, new RateLimit(50, 50), List.of(module))) {
      RawHttp.RawResponse token = more.post("/oauth2/token", null, "x");
      assertThat(token.status()).isEqualTo(200);
      assertDecorated(token);
      assertProblem(more.get("/boom", null), 500, "internal_error");
      assertProblem(more.get("/bad", null), 400, "malformed_request");
      RawHttp.RawResponse wrong = more.get("/oauth2/token", null);
      assertProblem(wrong, 405, "method_not_allowed");
      assertThat(wrong.header("Allow")).isEqualTo("POST");
    }
  }

  @Test
  void accessLogContainsAllowedFieldsOnly() {
    LogLines lines = LogLines.of("eu.callorders.access");
    RouteModule module =
        router ->
            router
                .post("/token")
                .handler(BodyHandler.create(false))
                .handler(context -> context.response().end());
    try (ApiFixture logged = new ApiFixture(false, RateLimit.UNLIMITED, List.of(module))) {
      logged.post(ORDERS + "?client_reference=canary", ALL_SCOPES, ORDER, "X-Request-Id: t-1");
      logged.get(ORDERS + "/canary?limit=1", ALL_SCOPES, "X-Request-Id: t-2");
      logged.get("/canary", "canary", "X-Request-Id: t-3");
      logged.post("/token", null, "canary", "X-Request-Id: t-4");
      logged.send("CANARY", "/%zz", null, null, "X-Request-Id: t-5");
      lines.awaitSize(5);
    } finally {
      lines.close();
    }
    assertThat(lines.texts())
        .hasSize(5)
        .noneMatch(line -> line.matches("(?is).*(canary|muster).*"));
    assertThat(lines.texts().get(1))
        .contains(
            "method=GET",
            "route=/v1/call-orders/{order_id}",
            "operation=getCallOrder",
            "response_status=422",
            "tenant_id=tn_",
            "client_id=cli_",
            "trace_id=t-2")
        .containsPattern("duration_ms=\\d+\\.\\d+");
  }

  @Test
  void failsWhenHandlersDoNotMatchContract() {
    RateLimiter limiter = new RateLimiter(java.time.Clock.systemUTC());
    List<Operation> all = api.operations();
    assertThatThrownBy(() -> bind(all.subList(1, all.size()), limiter))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("operations without handler [" + all.getFirst().operationId() + "]");
    List<Operation> tooMany = new ArrayList<>(all);
    tooMany.add(api.operation("flyToTheMoon"));
    assertThatThrownBy(() -> bind(tooMany, limiter))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("handlers without operation [flyToTheMoon]");
  }

  private static OperationBinder bind(List<Operation> operations, RateLimiter limiter) {
    return new OperationBinder(
        ApiFixture.CONTRACT,
        operations,
        null,
        limiter,
        BytePacer.unlimited(InstantSource.system()),
        false);
  }
}
