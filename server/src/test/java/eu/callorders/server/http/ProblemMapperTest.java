package eu.callorders.server.http;

import static eu.callorders.server.http.ApiFixture.ALL_SCOPES;
import static eu.callorders.server.http.ApiFixture.ORDERS;
import static eu.callorders.server.http.ProblemAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.problem.ProblemException;
import eu.callorders.server.json.Json;
import eu.callorders.server.list.Cursors;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.net.ConnectException;
import java.util.List;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

class ProblemMapperTest {
  @RegisterExtension static final ApiFixture api = new ApiFixture();

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
}
