package eu.callorders.server.http;

import static eu.callorders.server.http.ApiFixture.ALL_SCOPES;
import static eu.callorders.server.http.ApiFixture.ORDER;
import static eu.callorders.server.http.ApiFixture.ORDERS;
import static eu.callorders.server.http.ProblemAssertions.assertProblem;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class BodyReaderTest {
  @RegisterExtension static final ApiFixture api = new ApiFixture();

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
}
