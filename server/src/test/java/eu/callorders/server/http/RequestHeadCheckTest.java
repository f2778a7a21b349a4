package eu.callorders.server.http;

import static eu.callorders.server.http.ApiFixture.ALL_SCOPES;
import static eu.callorders.server.http.ApiFixture.ORDER;
import static eu.callorders.server.http.ApiFixture.ORDERS;
import static eu.callorders.server.http.ProblemAssertions.assertDecorated;
import static eu.callorders.server.http.ProblemAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RequestHeadCheckTest {
  @RegisterExtension static final ApiFixture api = new ApiFixture();

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
}
