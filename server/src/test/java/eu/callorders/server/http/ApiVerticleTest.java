package eu.callorders.server.http;

import static eu.callorders.server.http.ApiFixture.ALL_SCOPES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLFactory;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.contract.ContractOperation;
import eu.callorders.server.contract.ContractParameter;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimiter;
import eu.callorders.server.ratelimit.TenantSemaphore;
import io.vertx.core.Future;
import io.vertx.core.http.HttpMethod;
import io.vertx.ext.web.handler.BodyHandler;
import io.vertx.pgclient.PgException;
import java.io.IOException;
import java.net.ConnectException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ApiVerticleTest {
  private static final String ORDER = RequestExamples.order().toString();
  private static final String ORDERS = "/v1/call-orders";

  private static ApiFixture api;

  @BeforeAll
  static void start() {
    api = new ApiFixture();
  }

  @AfterAll
  static void stop() {
    api.close();
  }

  @BeforeEach
  void reset() {
    api.resetReply();
    api.lastRequest.set(null);
  }

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
    assertThat(request.path()).isEqualTo(ORDERS + "/ord%5F1");
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          GET    | /v1/call-orders/           | 404
          GET    | /v1//call-orders           | 404
          GET    | /v1/./call-orders          | 404
          GET    | /v1/x/../call-orders       | 404
          GET    | /v1/%2e%2e/call-orders     | 404
          GET    | /v1/calls/%00              | 404
          GET    | /v1/calls/%ff              | 404
          GET    | /v1/calls/a%0d%0ab         | 404
          GET    | /v1/calls/%zz              | 400
          GET    | /v1/calls/%e               | 400
          GET    | /v1/call-orders?status=%zz | 400
          GET    | /v1/call-orders?x=%ff      | 400
          GET    | /v1/call-orders?%          | 400
          GET    | *                          | 400
          GET    | /                          | 404
          GET    | /v1                        | 404
          GET    | /v1/calls/a/b              | 404
          BREW   | /v1/call-orders            | 405
          HEAD   | /nothing                   | 404
          GET    | /openapi.yaml/             | 404
          """)
  void rejectsInvalidPathsWithProblem(String method, String target, int status) {
    RawHttp.RawResponse response = api.send(method, target, ALL_SCOPES, null);
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertDecorated(response);
    assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
    assertThat(api.lastRequest.get()).isNull();
  }

  @Test
  void listsAllowedMethods() {
    RawHttp.RawResponse response = api.send("DELETE", ORDERS, null, null);
    assertProblem(response, 405, "method_not_allowed");
    assertThat(response.header("Allow")).isEqualTo("GET, POST");
    assertThat(api.send("OPTIONS", ORDERS + "/x", null, null).header("Allow"))
        .isEqualTo("GET, PATCH");
    assertThat(api.post("/docs", null, "{}").header("Allow")).isEqualTo("GET");
  }

  @Test
  void writesProblemsAsDocumented() {
    RawHttp.RawResponse response =
        api.get(ORDERS + "?limit=0&colour=blue", ALL_SCOPES, "X-Request-Id: mine-1");
    JsonNode problem = response.json();
    assertThat(response.header("X-Request-Id")).isEqualTo("mine-1");
    assertThat(problem)
        .isEqualTo(
            Json.parse(
                """
                {"type": "urn:problem:call-orders:validation_failed",
                 "title": "The request is not valid", "status": 422, "code": "validation_failed",
                 "detail": [
                   {"loc": ["query", "limit"], "msg": "must be at least 1", "type": "minimum",
                    "input": 0, "ctx": {"minimum": 1}},
                   {"loc": ["query", "colour"], "msg": "is not known here",
                    "type": "unknown_member", "input": null, "ctx": {}}],
                 "instance": "/v1/call-orders", "trace_id": "mine-1",
                 "errors": [
                   {"pointer": "/query/limit", "code": "minimum", "message": "must be at least 1"},
                   {"pointer": "/query/colour", "code": "unknown_member",
                    "message": "is not known here"}]}
                """));
  }

  @Test
  void locatesFaultsInArraysByIndex() {
    ObjectNode order = RequestExamples.order();
    ((ObjectNode) order.at("/contacts/0")).put("priority", 0);
    JsonNode problem = api.post(ORDERS, ALL_SCOPES, order.toString()).json();
    assertThat(problem.at("/detail/0/loc"))
        .isEqualTo(Json.parse("[\"body\",\"contacts\",0,\"priority\"]"));
    assertThat(problem.at("/errors/0/pointer").asText()).isEqualTo("/contacts/0/priority");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          0b3f.A:z_9-                                                | -                     | 0b3f.A:z_9-
          a b                                                        | -                     | new
          -                                                          | 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 | 4bf92f3577b34da6a3ce929d0e0e4736
          -                                                          | 00-00000000000000000000000000000000-00f067aa0ba902b7-01 | new
          own                                                        | 00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01 | own
          """)
  void assignsRequestIds(String sent, String traceParent, String expected) {
    String id =
        api.get("/nowhere", null, "X-Request-Id: " + sent, "traceparent: " + traceParent)
            .header("X-Request-Id");
    if (expected.equals("new")) {
      assertThat(id).matches("[0-9a-f]{32}");
    } else {
      assertThat(id).isEqualTo(expected);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "", // an empty body where one is required
        "[]", "null"
      })
  void rejectsJsonOfWrongTypeAsInvalid(String body) {
    RawHttp.RawResponse response = api.post(ORDERS, ALL_SCOPES, body);
    assertProblem(response, 422, "validation_failed");
    assertThat(response.json().at("/errors/0/pointer").asText()).isEmpty();
  }

  @Test
  void rejectsMalformedJson() {
    String[] bodies = {
      "{",
      "{}{}",
      "{} x",
      "{\"a\":1,\"a\":2}",
      "{'a':1}",
      "{\"a\":NaN}",
      "{\"a\":01}",
      "{\"a\":\"\u0001\"}",
      "\ufeff{}",
      "[".repeat(33) + "]".repeat(33),
      "{\"a\":".repeat(33) + "1" + "}".repeat(33)
    };
    for (String body : bodies) {
      assertProblem(api.post(ORDERS, ALL_SCOPES, body), 400, "malformed_request");
    }
    String nested = "{\"context\":{\"variables\":" + "[".repeat(30) + "]".repeat(30) + "}}";
    assertProblem(api.post(ORDERS, ALL_SCOPES, nested), 422, "validation_failed");
    for (String bytes : new String[] {"c3", "ff", "eda080", "c080", "f5808080"}) {
      assertProblem(notUtf8(bytes), 400, "malformed_request");
    }
  }

  private static RawHttp.RawResponse notUtf8(String hex) {
    byte[] spoiled = java.util.HexFormat.of().parseHex("7b2261223a22" + hex + "227d");
    String head =
        "POST /v1/call-orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            + ALL_SCOPES
            + "\r\nContent-Type: application/json\r\nContent-Length: "
            + spoiled.length
            + "\r\n\r\n";
    return RawHttp.send(
        api.port, head + new String(spoiled, java.nio.charset.StandardCharsets.ISO_8859_1));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          Content-Type: application/json; charset=UTF-8      | 200
          Content-Type: Application/JSON;charset="utf-8"     | 200
          Content-Type: application/json; charset=iso-8859-1 | 415
          Content-Type: application/merge-patch+json         | 415
          Content-Type: text/plain                           | 415
          Content-Encoding: gzip                             | 415
          Accept: application/json                           | 200
          Accept: text/html, */*;q=0.1                       | 200
          Accept: application/*                              | 200
          Accept: text/html                                  | 406
          Accept: application/json;q=0, */*                  | 406
          """)
  void checksMediaTypes(String header, int status) {
    assertThat(api.post(ORDERS, ALL_SCOPES, ORDER, header).status()).isEqualTo(status);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          application/problem+json              | 204
          application/json                      | 204
          application/json;q=0, */*             | 204
          text/html                             | 406
          application/problem+json;q=0, text/*  | 406
          """)
  void acceptsProblemMediaTypeOfEmptySuccess(String accept, int status) {
    api.reply.set(request -> Future.succeededFuture(Reply.empty(204)));
    String header = "Accept: " + accept;
    for (String path : List.of("/v1/suppressions/x", "/v1/webhook-endpoints/x")) {
      assertThat(api.send("DELETE", path, ALL_SCOPES, null, header).status()).isEqualTo(status);
    }
  }

  @Test
  void limitsBodiesToOneMebibyte() {
    String padding = " ".repeat(BodyReader.MAX_BYTES - ORDER.length());
    assertThat(api.post(ORDERS, ALL_SCOPES, ORDER + padding).status()).isEqualTo(200);
    assertProblem(api.post(ORDERS, ALL_SCOPES, ORDER + padding + " "), 413, "payload_too_large");
    assertProblem(chunked(ORDER + padding + " "), 413, "payload_too_large");
    assertThat(chunked(ORDER).status()).isEqualTo(200);
  }

  private static RawHttp.RawResponse chunked(String body) {
    return RawHttp.send(
        api.port,
        "POST /v1/call-orders HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
            + ALL_SCOPES
            + "\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\n"
            + Integer.toHexString(body.length())
            + "\r\n"
            + body
            + "\r\n0\r\n\r\n");
  }

  @Test
  void acceptsEmptyObjectForActionsWithoutBody() {
    String pause = "/v1/enrollments/x/pause";
    assertThat(api.post(pause, ALL_SCOPES, null).status()).isEqualTo(200);
    assertThat(api.post(pause, ALL_SCOPES, "{}").status()).isEqualTo(200);
    assertProblem(api.post(pause, ALL_SCOPES, "{\"a\":1}"), 422, "validation_failed");
    assertProblem(api.post(pause, ALL_SCOPES, "{"), 400, "malformed_request");
    assertThat(api.send("GET", ORDERS, ALL_SCOPES, "whatever").status()).isEqualTo(200);
  }

  @Test
  void keepsConnectionAfterError() throws Exception {
    try (RawHttp http = new RawHttp(api.port)) {
      String head = "POST " + ORDERS + " HTTP/1.1\r\nHost: a\r\nContent-Length: 10\r\n\r\n";
      http.write(head + "0123456789" + head);
      assertThat(http.read().status()).isEqualTo(401);
      assertThat(http.read().status()).isEqualTo(401);
      http.write(
          "0123456789GET /v1/tenant HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer "
              + ALL_SCOPES
              + "\r\n\r\n");
      assertThat(http.read().status()).isEqualTo(200);
    }
  }

  @Test
  void sends100ContinueOnlyWhenBodyIsRead() throws Exception {
    String head =
        "POST %s HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer %s\r\nExpect: 100-continue\r\n"
            + "Content-Type: application/json\r\nContent-Length: %d\r\n\r\n";
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(head.formatted(ORDERS, "bad", ORDER.length()));
      assertThat(http.read().status()).isEqualTo(401);
    }
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(head.formatted(ORDERS, ALL_SCOPES, ORDER.length()));
      assertThat(http.read().status()).isEqualTo(100);
      http.write(ORDER);
      assertThat(http.read().status()).isEqualTo(200);
    }
  }

  @Test
  void showsRateLimitOfClient() {
    RawHttp.RawResponse response = api.get("/v1/tenant", "later");
    assertThat(response.header("RateLimit-Limit")).isEqualTo("100");
    assertThat(Integer.parseInt(response.header("RateLimit-Remaining"))).isBetween(0, 99);
    assertThat(response.header("RateLimit-Reset")).isEqualTo("1");
  }

  @Test
  void showsRateLimitBeforeAuthentication() throws Exception {
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(
          "POST "
              + ORDERS
              + " HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer never\r\n"
              + "Content-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nnone\r\n");
      assertProblem(http.read(), 400, "malformed_request");
    }
  }

  @Test
  void limitsAnonymousRequestsByAddress() {
    try (ApiFixture strict = new ApiFixture(false, new RateLimit(2, 4), List.of())) {
      assertThat(strict.get("/nowhere", null).status()).isEqualTo(404);
      assertThat(strict.get(ORDERS, "bad").status()).isEqualTo(401);
      assertThat(strict.get("/v1/%zz", null).status()).isEqualTo(400);
      assertThat(strict.get("/docs", null).status()).isEqualTo(200);
      for (String target : List.of("/nowhere", ORDERS, "/v1/%zz", "/docs")) {
        RawHttp.RawResponse limited = strict.get(target, null);
        assertProblem(limited, 429, "rate_limited");
        assertThat(limited.header("Retry-After")).isEqualTo("1");
        assertThat(limited.header("RateLimit-Limit")).isEqualTo("4");
        assertThat(limited.header("RateLimit-Remaining")).isEqualTo("0");
        assertThat(limited.header("RateLimit-Reset")).isEqualTo("2");
      }
      assertThat(strict.get(ORDERS, ALL_SCOPES).status()).isEqualTo(200);
      assertThat(strict.get("/nowhere", null, "X-Forwarded-For: 192.0.2.1").status())
          .isEqualTo(404);
      strict.now.updateAndGet(now -> now.plusSeconds(1));
      assertThat(strict.get("/nowhere", null).status()).isEqualTo(404);
    }
  }

  @Test
  void trustsConfiguredProxy() {
    assertThat(
            api.get(ORDERS, "source", "X-Forwarded-For: 198.51.100.7, 127.0.0.9")
                .json()
                .path("detail")
                .asText())
        .isEqualTo("198.51.100.7");
  }

  @TestFactory
  Stream<DynamicTest> rejectsInvalidHttp() {
    String host = "Host: a\r\n";
    return Stream.of(
        refused(
            "a long line", 414, "uri_too_long", "GET /" + "a".repeat(9000) + " HTTP/1.1\r\n\r\n"),
        refused(
            "a long header",
            431,
            "header_fields_too_large",
            "GET / HTTP/1.1\r\n" + host + "X: " + "a".repeat(17_000) + "\r\n\r\n"),
        refused(
            "a bad length",
            400,
            "malformed_request",
            "POST / HTTP/1.1\r\n" + host + "Content-Length: x\r\n\r\n"),
        refused(
            "two lengths",
            400,
            "malformed_request",
            "POST / HTTP/1.1\r\n" + host + "Content-Length: 1\r\nContent-Length: 2\r\n\r\n"),
        refused(
            "a negative length",
            400,
            "malformed_request",
            "POST / HTTP/1.1\r\n" + host + "Content-Length: -1\r\n\r\n"),
        refused(
            "NUL in a header",
            400,
            "malformed_request",
            "GET / HTTP/1.1\r\n" + host + "X: a\0b\r\n\r\n"),
        refused(
            "length and coding",
            400,
            "malformed_request",
            "POST / HTTP/1.1\r\n"
                + host
                + "Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"),
        refused("no host", 400, "malformed_request", "GET / HTTP/1.1\r\n\r\n"),
        refused("two hosts", 400, "malformed_request", "GET / HTTP/1.1\r\n" + host + host + "\r\n"),
        refused(
            "a bad chunk",
            400,
            "malformed_request",
            "POST /v1/call-orders HTTP/1.1\r\n"
                + host
                + "Authorization: Bearer "
                + ALL_SCOPES
                + "\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n"),
        refused("rubbish", 400, "malformed_request", "rubbish\r\n\r\n"));
  }

  private static DynamicTest refused(String name, int status, String code, String request) {
    return DynamicTest.dynamicTest(
        name, () -> assertProblem(RawHttp.send(api.port, request), status, code));
  }

  @Test
  void closesConnectionAfterLengthAndCoding() throws Exception {
    try (RawHttp http = new RawHttp(api.port)) {
      http.write(
          "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n"
              + "0\r\n\r\nGET /v1/tenant HTTP/1.1\r\nHost: a\r\n\r\n");
      assertProblem(http.read(), 400, "malformed_request");
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void ignoresUpgrade() {
    RawHttp.RawResponse response =
        RawHttp.send(
            api.port,
            "GET /v1/tenant HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\n"
                + "Upgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n");
    assertProblem(response, 401, "unauthorized");
  }

  @Test
  void mapsFailuresToProblems() {
    api.reply.set(request -> Future.failedFuture(new IllegalStateException("secret detail")));
    RawHttp.RawResponse response = api.get("/v1/tenant", ALL_SCOPES);
    assertProblem(response, 500, "internal_error");
    assertThat(response.body()).doesNotContain("secret detail");
    api.reply.set(
        request -> {
          throw new IllegalArgumentException("thrown, not returned");
        });
    assertProblem(api.get("/v1/tenant", ALL_SCOPES), 500, "internal_error");
    api.reply.set(
        request ->
            Future.failedFuture(
                new ProblemException(Problem.of(ProblemCode.PRECONDITION_FAILED, "old"))));
    assertProblem(api.get("/v1/tenant", ALL_SCOPES), 412, "precondition_failed");
    api.reply.set(request -> Future.failedFuture(Cursors.invalid("/query/after")));
    RawHttp.RawResponse cursor = api.get("/v1/tenant", ALL_SCOPES);
    assertProblem(cursor, 422, "invalid_cursor");
    assertThat(cursor.json().path("detail").isTextual()).isTrue();
    assertThat(cursor.json().at("/errors/0/pointer").asText()).isEqualTo("/query/after");
  }

  @Test
  void logsFailuresWithoutData() {
    try (LogLines lines = LogLines.of(RequestContext.class.getName())) {
      api.reply.set(
          request ->
              Future.failedFuture(
                  new RuntimeException(
                      new PgException("Key (name)=(Muster) exists", "ERROR", "23505", "Muster"))));
      assertProblem(api.get("/v1/tenant", ALL_SCOPES, "X-Request-Id: t-9"), 500, "internal_error");
      lines.awaitSize(1);
      assertThat(lines.texts().getFirst())
          .contains("trace_id=t-9", "operation=getTenant", "23505")
          .doesNotContain("Muster");
    }
  }

  @Test
  void isUnavailableUntilAddressesAreKnown() {
    api.starting.set(true);
    try {
      RawHttp.RawResponse contract = api.get("/openapi.yaml", null);
      RawHttp.RawResponse operation = api.get("/v1/tenant", "early");

      for (RawHttp.RawResponse early : List.of(contract, operation)) {
        assertProblem(early, 503, "unavailable");
        assertThat(early.header("Retry-After")).isEqualTo("7");
      }
    } finally {
      api.starting.set(false);
    }
    assertThat(api.get("/openapi.yaml", null).body()).contains("http://127.0.0.1:1234");
  }

  @Test
  void reportsUnavailableDatabase() {
    for (Throwable outage :
        List.of(
            new ConnectException("refused"),
            new RuntimeException(new PgException("x", "FATAL", "57P01", "y")),
            new PgException("x", "FATAL", "08006", "y"))) {
      assertUnavailable(outage, "The service cannot reach its database just now.");
    }
    assertProblem(api.get("/v1/tenant", "down"), 503, "unavailable");
    assertProblem(api.get("/v1/tenant", "broken"), 500, "internal_error");
  }

  @Test
  void reportsOverload() {
    for (Throwable overload :
        List.of(
            new TimeoutException("pool"),
            new RuntimeException(new PgException("x", "ERROR", "57014", "y")),
            new PgException("x", "ERROR", "40P01", "y"),
            new PgException("x", "FATAL", "53300", "y"))) {
      assertUnavailable(
          overload, "The service is overloaded just now: the request was not done in time.");
    }
  }

  private void assertUnavailable(Throwable failure, String detail) {
    api.reply.set(request -> Future.failedFuture(failure));
    RawHttp.RawResponse response = api.get("/v1/tenant", ALL_SCOPES);
    assertProblem(response, 503, "unavailable");
    assertThat(response.header("Retry-After")).isEqualTo("1");
    assertThat(response.json().path("detail").asText()).isEqualTo(detail);
  }

  @Test
  void servesContractWithOwnAddresses() {
    RawHttp.RawResponse response = api.get("/openapi.yaml", null);
    assertThat(response.status()).isEqualTo(200);
    assertThat(response.body())
        .startsWith("openapi: 3.1.0")
        .contains("servers:\n  - url: http://127.0.0.1:1234\ntags:")
        .contains("tokenUrl: http://127.0.0.1:5678/oauth2/token")
        .contains("operationId: createCallOrder");
    assertDecorated(response);
  }

  @Test
  void servesContractAsJson() throws IOException {
    RawHttp.RawResponse response = api.get("/openapi.json", null);
    assertThat(response.header("Content-Type")).isEqualTo("application/json");
    JsonNode yaml =
        new ObjectMapper(new YAMLFactory()).readTree(api.get("/openapi.yaml", null).body());
    assertThat(response.json()).isEqualTo(Json.parse(yaml.toString()));
    assertDecorated(response);
  }

  @Test
  void documentationLoadsNoExternalResources() {
    RawHttp.RawResponse page = api.get("/docs", null);
    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body()).doesNotContain("http:", "https:");
    assertThat(page.header("Content-Security-Policy")).startsWith("default-src 'none'");
    java.util.regex.Matcher links =
        java.util.regex.Pattern.compile("(?:src|href)=\"([^\"]+)\"").matcher(page.body());
    int found = 0;
    while (links.find()) {
      RawHttp.RawResponse asset = api.get(links.group(1), null);
      assertThat(asset.status()).as(links.group(1)).isEqualTo(200);
      assertThat(asset.body()).isNotEmpty();
      found++;
    }
    assertThat(found).isEqualTo(4);
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
            "status=422",
            "tenant_id=tn_",
            "client_id=cli_",
            "trace_id=t-2")
        .containsPattern("duration_us=\\d+");
  }

  @Test
  void failsWhenHandlersDoNotMatchContract() {
    RateLimiter limiter = new RateLimiter(java.time.Clock.systemUTC());
    List<Operation> all = api.operations();
    assertThatThrownBy(() -> bind(all.subList(1, all.size()), limiter))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("operations without handler [" + all.getFirst().operationId() + "]");
    List<Operation> tooMany = new ArrayList<>(all);
    tooMany.add(api.new FakeOperation("flyToTheMoon"));
    assertThatThrownBy(() -> bind(tooMany, limiter))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining("handlers without operation [flyToTheMoon]");
  }

  private static OperationBinder bind(List<Operation> operations, RateLimiter limiter) {
    return new OperationBinder(
        ApiFixture.CONTRACT, operations, null, limiter, TenantSemaphore.unlimited(), false);
  }

  private static void assertProblem(RawHttp.RawResponse response, int status, String code) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertDecorated(response);
    assertThat(response.header("Content-Type")).isEqualTo("application/problem+json");
    JsonNode problem = response.json();
    assertThat(problem.path("code").asText()).isEqualTo(code);
    assertThat(problem.path("status").asInt()).isEqualTo(status);
    assertThat(problem.path("type").asText()).isEqualTo("urn:problem:call-orders:" + code);
    assertThat(problem.path("title").asText())
        .isEqualTo(ProblemCode.valueOf(code.toUpperCase(Locale.ROOT)).title());
    assertThat(problem.path("trace_id").asText()).isEqualTo(response.header("X-Request-Id"));
    assertThat(problem.path("instance").asText("/")).startsWith("/").doesNotContain("bad-request");
    assertThat(problem.has("detail")).isTrue();
  }

  private static void assertDecorated(RawHttp.RawResponse response) {
    assertThat(response.headers())
        .containsKeys("x-request-id", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
  }
}
