package eu.callorders.server.app;

import static eu.callorders.server.app.MalformedBodies.length;
import static eu.callorders.server.app.MalformedRequests.AUTH;
import static eu.callorders.server.app.MalformedRequests.END;
import static eu.callorders.server.app.MalformedRequests.HOST;
import static eu.callorders.server.app.MalformedRequests.JSON;
import static eu.callorders.server.app.MalformedRequests.TOKEN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.app.MalformedRequests.After;
import eu.callorders.server.app.MalformedRequests.Row;
import eu.callorders.server.http.RawHttp;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Malformed requests as raw bytes to the running service: each gets a problem, closes the
 * connection when the next request cannot be located, and disturbs nothing else.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MalformedRequestBytesTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();
  private final String token = tenant.token();

  @ParameterizedTest
  @MethodSource("eu.callorders.server.app.MalformedRequests#onEveryListener")
  void apiRejects(Row row) throws IOException {
    assertRejected(service.port(), row, token);
  }

  @ParameterizedTest
  @MethodSource("eu.callorders.server.app.MalformedRequests#onEveryListener")
  void administrationRejects(Row row) throws IOException {
    assertRejected(service.adminPort(), row, RunningService.ADMIN_TOKEN);
  }

  @ParameterizedTest
  @MethodSource("eu.callorders.server.app.MalformedBodies#rows")
  void apiRejectsBodies(Row row) throws IOException {
    assertRejected(service.port(), row, token);
  }

  @ParameterizedTest
  @MethodSource("eu.callorders.server.app.MalformedBodies#rows")
  void administrationRejectsBodies(Row row) throws IOException {
    Row adminRow =
        new Row(
            row.name(),
            row.status(),
            row.code(),
            row.after(),
            row.path() == null ? null : "/admin/v1/tenants",
            row.request().replace("/v1/call-orders", "/admin/v1/tenants"));
    assertRejected(service.adminPort(), adminRow, RunningService.ADMIN_TOKEN);
  }

  private void assertRejected(int port, Row row, String bearer) throws IOException {
    try (RawHttp http = new RawHttp(port)) {
      http.write(row.request().replace(TOKEN, bearer));
      RawHttp.RawResponse response = http.read();
      assertThat(response.status()).as(response.body()).isEqualTo(row.status());
      assertProblem(response, row);
      if (row.after() == After.CLOSES) {
        assertThat(http.isClosed()).as("closed").isTrue();
      } else {
        http.write("GET /y HTTP/1.1\r\n" + HOST + END);
        assertThat(http.read().json().path("instance").asText()).isEqualTo("/y");
      }
    }
    assertServed(port, bearer);
  }

  private static void assertProblem(RawHttp.RawResponse response, Row row) {
    assertThat(response.json().path("code").asText()).as(response.body()).isEqualTo(row.code());
    String instance = response.json().path("instance").asText();
    if (row.path() != null) {
      assertThat(instance).isEqualTo(row.path());
    }
    assertThat(instance).doesNotContain("bad-request");
    assertThat(response.headers())
        .containsKeys("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
    RunningService.CONTRACT.check(
        "TRACE", instance, new ServiceResponse(new RawResponse(response)));
  }

  /** Sends a valid request on a new connection. */
  private void assertServed(int port, String bearer) throws IOException {
    String path = port == service.port() ? "/v1/tenant" : "/admin/v1/tenants?limit=1";
    try (RawHttp http = new RawHttp(port)) {
      http.write(
          "GET " + path + " HTTP/1.1\r\n" + HOST + "Authorization: Bearer " + bearer + "\r\n\r\n");
      assertThat(http.read().status()).isEqualTo(200);
    }
  }

  @Test
  void answersPipelinedRequestsInOrder() throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      StringBuilder all = new StringBuilder();
      for (int each = 0; each < 20; each++) {
        String body = each % 2 == 0 ? "" : "{}";
        all.append(
            "%s /x%d HTTP/1.1\r\n%sContent-Length: %d\r\n\r\n%s"
                .formatted(body.isEmpty() ? "GET" : "POST", each, HOST, body.length(), body));
      }
      http.write(all.toString());
      for (int each = 0; each < 20; each++) {
        assertThat(http.read().json().path("instance").asText()).isEqualTo("/x" + each);
      }
    }
  }

  @Test
  void ignoresRequestsAfterMalformedOne() throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(
          "POST /x HTTP/1.1\r\n"
              + HOST
              + "Content-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n"
              + ("GET /v1/tenant HTTP/1.1\r\n" + HOST + AUTH + END).replace(TOKEN, token));
      assertThat(http.read().status()).isEqualTo(400);
      assertThat(http.isClosed()).isTrue();
    }
  }

  @Test
  void sends100ContinueOnlyWhenBodyIsRead() throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(
          ("POST /v1/call-orders HTTP/1.1\r\n"
                  + HOST
                  + AUTH
                  + JSON
                  + "Expect: 100-continue\r\nContent-Length: 2\r\n\r\n")
              .replace(TOKEN, token));
      assertThat(http.read().status()).isEqualTo(100);
      http.write("{}");
      assertThat(http.read().status()).isEqualTo(422);
    }
  }

  /** Errors of RFC 6749 format start at the token endpoint. */
  @Test
  void tokenEndpointUsesOAuthErrors() throws IOException {
    String post =
        "POST /oauth2/token HTTP/1.1\r\n"
            + HOST
            + "Content-Type: application/x-www-form-urlencoded\r\n";
    for (String body :
        List.of(
            "",
            "%",
            "grant_type=%zz",
            "grant_type=client_credentials&grant_type=client_credentials",
            "\0",
            "\u00ff\u00fe",
            "client_id=%00&client_secret=%00&grant_type=client_credentials",
            "&&&===",
            "grant_type=client_credentials&client_id=%ff&client_secret=x")) {
      RawHttp.RawResponse response = RawHttp.send(service.port(), post + length(body));
      assertThat(response.status()).as(body).isBetween(400, 401);
      assertThat(response.json().path("error").asText()).as(body).startsWith("invalid_");
      assertThat(response.headers()).containsKeys("ratelimit-limit", "x-request-id");
      assertThat(response.header("Cache-Control")).isEqualTo("no-store");
    }
    String large = "a=" + "b".repeat(20_000);
    assertThat(RawHttp.send(service.port(), post + length(large)).status()).isEqualTo(413);
    for (String broken : List.of("xyz\r\n", "-1\r\n")) {
      RawHttp.RawResponse response =
          RawHttp.send(service.port(), post + "Transfer-Encoding: chunked\r\n\r\n" + broken);
      assertThat(response.status()).isEqualTo(400);
    }
    assertThat(tenant.token()).isNotEmpty();
  }

  @Test
  void listsMethodsOfKeySet() {
    for (String path :
        List.of("/.well-known/jwks.json", "/.well-known/oauth-authorization-server")) {
      ServiceResponse refused =
          service.apiWithToken("").send("DELETE", path, null).is(405, "method_not_allowed");
      assertThat(refused.header("Allow")).isEqualTo("GET, HEAD");
    }
  }

  @Test
  void rejectsUnstorableIdentifiers() {
    Api api = tenant.api();
    for (String id : List.of("%00", "%ff", "a%00b", "%0d%0a", "%7f")) {
      for (String path : List.of("/v1/call-orders/", "/v1/calls/", "/v1/events/")) {
        api.get(path + id).is(404, "not_found");
      }
    }
    // Every well-formed call identifier has no recording; these are malformed.
    api.get("/v1/calls/%F0%9F%98%80/recording").is(404, "recording_unavailable");
    api.get("/v1/calls/%00/recording").is(404, "not_found");
  }

  @Test
  void servesDespiteManyIdleConnections() throws IOException {
    List<RawHttp> silent = new ArrayList<>();
    try {
      for (int each = 0; each < 2000; each++) {
        RawHttp http = new RawHttp(service.port());
        silent.add(http);
        if (each % 2 == 0) {
          http.write("POST /v1/call-orders HTTP/1.1\r\n".getBytes(ISO_8859_1));
        }
      }
      assertServed(service.port(), token);
      tenant.create(tenant.laterOrder());
    } finally {
      for (RawHttp http : silent) {
        http.close();
      }
    }
    assertServed(service.port(), token);
  }
}
