package eu.callorders.simulator.standalone;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicLong;

/** The service's side of the protocol; validates every response against the contract. */
final class SignedClient {
  static final String CALLS = "/gateway/v1/calls";
  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final AtomicLong nonce = new AtomicLong();
  private final GatewayContract contract;
  private final int port;
  private final MessageSignature signature;

  SignedClient(int port, MessageSignature signature) throws IOException {
    this.contract = new GatewayContract();
    this.port = port;
    this.signature = signature;
  }

  record Response(int status, JsonNode body, java.net.http.HttpHeaders headers) {
    String code() {
      return body.path("code").asText();
    }
  }

  Response place(PlaceCall call) throws IOException, InterruptedException {
    return request("POST", CALLS, CALLS, GatewayJson.bytes(PlaceCallDocument.write(call)));
  }

  Response query(UUID attemptId) throws IOException, InterruptedException {
    return request("GET", CALLS + "/{attempt_id}", path(attemptId), new byte[0]);
  }

  Response cancel(UUID attemptId) throws IOException, InterruptedException {
    return request(
        "POST", CALLS + "/{attempt_id}/cancel", path(attemptId) + "/cancel", new byte[0]);
  }

  Response erase(UUID attemptId) throws IOException, InterruptedException {
    return request("DELETE", CALLS + "/{attempt_id}", path(attemptId), new byte[0]);
  }

  Response get(String template, String query) throws IOException, InterruptedException {
    return request("GET", template, template + query, new byte[0]);
  }

  static String path(UUID attemptId) {
    return CALLS + "/" + IdKind.CALL.format(attemptId);
  }

  /** A signed request whose response must be documented. */
  Response request(String method, String template, String target, byte[] body)
      throws IOException, InterruptedException {
    HttpResponse<String> answer = send(method, target, body, sign(method, target, body));
    contract.checkResponse(
        method,
        template,
        answer.statusCode(),
        answer.headers().firstValue("content-type").orElse(""),
        answer.body());
    return got(answer);
  }

  /** The three signature headers. */
  Map<String, String> sign(String method, String target, byte[] body) {
    return sign(RequestBinding.id(method, target, "n" + nonce.incrementAndGet()), body);
  }

  Map<String, String> sign(String id, byte[] body) {
    Instant now = Instant.now();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put(MessageSignature.ID_HEADER, id);
    headers.put(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(now));
    headers.put(MessageSignature.SIGNATURE_HEADER, signature.sign(id, now, body));
    return headers;
  }

  HttpResponse<String> send(String method, String target, byte[] body, Map<String, String> headers)
      throws IOException, InterruptedException {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + target))
            .timeout(Duration.ofSeconds(60))
            .method(
                method,
                body.length == 0
                    ? HttpRequest.BodyPublishers.noBody()
                    : HttpRequest.BodyPublishers.ofByteArray(body));
    headers.forEach(request::header);
    return http.send(request.build(), BodyHandlers.ofString());
  }

  static Response got(HttpResponse<String> answer) throws IOException {
    assertThat(answer.headers().firstValue("cache-control")).contains("no-store");
    return new Response(answer.statusCode(), JSON.readTree(answer.body()), answer.headers());
  }
}
