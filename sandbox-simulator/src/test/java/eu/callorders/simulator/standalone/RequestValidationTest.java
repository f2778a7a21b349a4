package eu.callorders.simulator.standalone;

import static eu.callorders.simulator.Calls.soon;
import static eu.callorders.simulator.standalone.SignedClient.CALLS;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.simulator.standalone.SignedClient.Response;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Bodies, signatures, paths and methods that the simulator refuses. */
class RequestValidationTest extends SimulatorFixture {
  private static final byte[] NONE = new byte[0];

  @ParameterizedTest
  @ValueSource(
      strings = {"", "{", "[]", "null", "{\"to\":1}", "{\"a\":1,\"a\":2}", "{} {}", "\u0000"})
  void rejectsMalformedBodies(String body) throws Exception {
    Response got = client.request("POST", CALLS, CALLS, body.getBytes(StandardCharsets.UTF_8));
    assertThat(got.status()).isEqualTo(400);
    assertThat(got.code()).isEqualTo("malformed");
  }

  @Test
  void rejectsDeeplyNestedBodies() throws Exception {
    byte[] deep = "[".repeat(100_000).getBytes(StandardCharsets.UTF_8);
    assertThat(client.request("POST", CALLS, CALLS, deep).status()).isEqualTo(400);
  }

  @Test
  void faultHasAPointer() throws Exception {
    ObjectNode body = PlaceCallDocument.write(soon("06").build());
    body.put("to", "0301234");
    Response got = client.request("POST", CALLS, CALLS, GatewayJson.bytes(body));
    assertThat(got.body().path("pointer").asText()).isEqualTo("/to");
  }

  @Test
  void rejectsATooLargeBody() throws Exception {
    byte[] large = new byte[4 * 1024 * 1024 + 1];
    HttpResponse<String> answer =
        client.send("POST", CALLS, large, client.sign("POST", CALLS, large));
    assertThat(answer.statusCode()).isEqualTo(413);
  }

  @ParameterizedTest
  @CsvSource({
    "POST,/gateway/v1/calls,application/x-www-form-urlencoded",
    "POST,/gateway/v1/calls,multipart/form-data",
    "POST,/gateway/v1/calls,multipart/form-data; boundary=x",
    "GET,/gateway/v1/health,application/x-www-form-urlencoded"
  })
  void readsABodyAsBytesWhateverItsMediaType(String method, String path, String type)
      throws Exception {
    byte[] body = "a".repeat(20_000).getBytes(StandardCharsets.UTF_8);
    assertRefused(client.send(method, path, body, Map.of("Content-Type", type)));
  }

  @Test
  void onlySignedRequestsHaveAnEffect() throws Exception {
    PlaceCall call = soon("06").build();
    byte[] body = GatewayJson.bytes(PlaceCallDocument.write(call));
    MessageSignature otherKey = MessageSignature.of(SigningSecret.generate(new Random(99)));
    Map<String, String> good = client.sign("POST", CALLS, body);
    String id = good.get(MessageSignature.ID_HEADER);

    assertRefused(Map.of(), body);
    Map<String, String> forged = new LinkedHashMap<>(good);
    forged.put(MessageSignature.SIGNATURE_HEADER, otherKey.sign(id, Instant.now(), body));
    assertRefused(forged, body);
    assertRefused(client.sign("GET", CALLS, body), body);
    assertRefused(client.sign("POST", CALLS + "?x=1", body), body);
    assertRefused(client.sign("unbound", body), body);
    assertRefused(client.sign("POST", CALLS, NONE), body);
    Map<String, String> old = new LinkedHashMap<>(good);
    Instant past = Instant.now().minus(Duration.ofMinutes(6));
    old.put(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(past));
    old.put(MessageSignature.SIGNATURE_HEADER, RunningSimulator.SIGNATURE.sign(id, past, body));
    assertRefused(old, body);

    assertThat(client.query(call.attemptId()).code()).isEqualTo("unknown_attempt");
    assertThat(client.send("POST", CALLS, body, good).statusCode()).isEqualTo(201);
  }

  @ParameterizedTest
  @CsvSource({
    "PUT,/gateway/v1/calls,405,POST",
    "POST,/gateway/v1/health,405,GET",
    "PATCH,/gateway/v1/calls/call_1,405,'DELETE, GET'",
    "GET,/gateway/v1/calls/call_1/cancel,405,POST",
    "GET,/gateway/v1/calls/,404,",
    "GET,/gateway/v1/Calls/call_1,404,",
    "GET,//gateway/v1/health,404,",
    "GET,/gateway/v1/%68ealth,404,",
    "GET,/,404,"
  })
  void distinguishesUnknownPathsFromMethods(String method, String path, int status, String allow)
      throws Exception {
    HttpResponse<String> answer = client.send(method, path, NONE, client.sign(method, path, NONE));
    assertThat(answer.statusCode()).isEqualTo(status);
    assertThat(answer.headers().firstValue("content-type")).contains("application/problem+json");
    assertThat(answer.headers().firstValue("allow").orElse(null)).isEqualTo(allow);
    assertThat(SignedClient.got(answer).code()).isNotEqualTo("unknown_attempt");
  }

  @Test
  void malformedAttemptIdIsUnknown() throws Exception {
    String path = CALLS + "/ord_01jd3n8t00e9wt8h5qtzfh8yz1";
    Response got = client.request("GET", CALLS + "/{attempt_id}", path, NONE);
    assertThat(got.code()).isEqualTo("unknown_attempt");
  }

  private static void assertRefused(Map<String, String> headers, byte[] body) throws Exception {
    assertRefused(client.send("POST", CALLS, body, headers));
  }

  private static void assertRefused(HttpResponse<String> answer) throws IOException {
    assertThat(answer.statusCode()).isEqualTo(401);
    assertThat(SignedClient.got(answer).code()).isEqualTo("invalid_signature");
  }
}
