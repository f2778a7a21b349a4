package eu.callorders.server.app;

import static eu.callorders.server.app.MalformedBodies.length;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.server.http.ConnectionLimits;
import eu.callorders.server.http.RawHttp;
import eu.callorders.server.telephony.FakeGateway;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Raw bytes at the address for gateway events, signed or not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@Tag("long")
class HostileGatewayBytesTest {
  private static final String EVENTS = "/gateway/v1/events";
  private static final String POST = "POST " + EVENTS + " HTTP/1.1\r\nHost: a\r\n";
  private static final int LARGEST = 2 << 20;
  private static final ContractCheck GATEWAY_CONTRACT = ContractCheck.gatewayEvents();

  /** Timeout of a body before its signature can be checked, in seconds. */
  private static final int SECONDS = 5;

  /** Longer than the tests wait for a response, in seconds. */
  private static final int LONG_TIMEOUT = 120;

  private final MessageSignature signature = MessageSignature.of(FakeGateway.SECRET);
  private FakeGateway gateway;
  private RunningService service;

  @BeforeAll
  void start() {
    gateway = new FakeGateway().withCapabilities(new Capabilities(false, true, true, true));
    ConnectionLimits limits =
        new ConnectionLimits(LONG_TIMEOUT, LONG_TIMEOUT, LONG_TIMEOUT, SECONDS, 100, 100);
    service =
        RunningService.withDatabase(
            DatabaseSetup.test().with(limits),
            Map.of(
                "CALLORDERS_GATEWAY", gateway.address().toString(),
                "CALLORDERS_GATEWAY_SECRET", FakeGateway.SECRET.encode()));
  }

  @AfterAll
  void stop() {
    service.close();
    gateway.close();
  }

  /**
   * A request with a valid signature.
   *
   * @param framing header fields of the body's length
   * @param signed the body that is signed
   */
  private record Row(
      String name, int status, String code, boolean closes, String framing, String signed) {
    @Override
    public String toString() {
      return name;
    }
  }

  private static Row row(String name, int status, String code, String body) {
    return new Row(name, status, code, false, length(body), body);
  }

  private static Row malformed(String name, String body) {
    return row(name, 400, "malformed_request", body);
  }

  private static String chunked(String chunks) {
    return "Transfer-Encoding: chunked\r\n\r\n" + chunks;
  }

  static Stream<Row> signed() {
    String large = "[" + " ".repeat(LARGEST) + "]";
    return Stream.of(
        malformed("nothing", ""),
        malformed("no JSON", "["),
        malformed("NUL", "\0"),
        malformed("an object", "{}"),
        malformed("no events", "[]"),
        malformed("null", "null"),
        malformed("two documents", "[][]"),
        malformed("invalid UTF-8", "[\"\u00ff\"]"),
        malformed("a surrogate in UTF-8", "[\"\u00ed\u00a0\u0080\"]"),
        malformed("a bare NUL in a string", "[\"\0\"]"),
        malformed("a name twice", "[{\"a\":1,\"a\":1}]"),
        malformed("deep", "[".repeat(40) + "]".repeat(40)),
        malformed("very deep", "[".repeat(500_000)),
        malformed("a large number", "[{\"sequence\":1e400000}]"),
        malformed("a long number", "[{\"sequence\":" + "1".repeat(5000) + "}]"),
        malformed("many of nothing", "[" + "{},".repeat(100_000) + "{}]"),
        new Row("a byte too much", 413, "payload_too_large", true, length(large), large),
        new Row(
            "a byte too much in chunks",
            413,
            "payload_too_large",
            true,
            chunked(Integer.toHexString(large.length()) + "\r\n" + large + "\r\n0\r\n\r\n"),
            large),
        new Row("a broken chunk", 400, "malformed_request", true, chunked("xyz\r\n"), "[]"),
        new Row(
            "a chunk without its end",
            400,
            "malformed_request",
            true,
            chunked("2\r\n[]xx0"),
            "[]"));
  }

  @ParameterizedTest
  @MethodSource("signed")
  void rejectsSignedInvalidBatches(Row row) throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(POST + signature(row.signed()) + row.framing());
      assertRefused(http.read(), row.status(), row.code());
      assertThat(after(http)).isEqualTo(row.closes() ? "closed" : "open");
    }
    assertAcceptsBatch();
  }

  /** The response reveals the invalid signature only. */
  @ParameterizedTest
  @MethodSource("signed")
  void rejectsInvalidSignatureBeforeParsingBody(Row row) throws IOException {
    for (String headers :
        new String[] {
          "",
          "webhook-id: a\r\nwebhook-timestamp: 1\r\n",
          signature(row.signed() + " "),
          signature(row.signed()).replaceFirst("(?m)^webhook-id: .*$", "webhook-id: other"),
        }) {
      boolean tries = headers.contains("webhook-signature");
      boolean readable = !row.closes();
      try (RawHttp http = new RawHttp(service.port())) {
        http.write(POST + headers + row.framing());
        RawHttp.RawResponse response = http.read();
        if (tries && !readable) {
          assertRefused(response, row.status(), row.code());
        } else {
          assertRefused(response, 401, "unauthorized");
          assertThat(response.header("WWW-Authenticate")).isEqualTo("Signature");
        }
      }
    }
  }

  @Test
  void rejectsMissingSignatureWithoutReadingBody() throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(POST + "Content-Length: 1000\r\n\r\n");
      assertRefused(http.read(), 401, "unauthorized");
    }
  }

  @Test
  void timesOutMissingBody() throws IOException {
    try (RawHttp begun = new RawHttp(service.port());
        RawHttp empty = new RawHttp(service.port())) {
      begun.write(POST + signature("[]") + "Content-Length: 2\r\n\r\n[");
      empty.write(POST + signature("[]") + "Content-Length: 2\r\n\r\n");
      for (RawHttp http : List.of(begun, empty)) {
        RawHttp.RawResponse response = http.read();
        assertRefused(response, 408, "request_timeout");
        assertThat(response.header("Connection")).isEqualTo("close");
        assertThat(http.isClosed()).isTrue();
      }
    }
    assertAcceptsBatch();
  }

  /** Report texts are untrusted: unstorable text must not block the call. */
  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\ud800", "\\udfff x", "\\u202e\\uffff"})
  void endsCallWithUnstorableReport(String words) throws IOException {
    RunningTenant tenant = service.newTenant();
    String order = tenant.create(tenant.order("06"));
    String batch =
        FakeGateway.json(
                GatewayEventDocument.writeAll(
                    FakeGateway.conversation(gateway.awaitAttempt(order))))
            .replace("Nothing came of it.", words);

    assertThat(send(batch).status()).isEqualTo(204);

    assertThat(tenant.awaitEnd(order).at("/status")).isEqualTo("completed");
  }

  /** The same for transcript texts, which arrive in one batch with the call's end. */
  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\ud800", "\\udfff x", "\\ud83d x"})
  void endsCallWithUnstorableTranscript(String words) throws IOException {
    RunningTenant tenant = service.newTenant();
    String order = tenant.create(tenant.order("06"));
    UUID attempt = gateway.awaitAttempt(order);
    List<GatewayEvent> events = new ArrayList<>(FakeGateway.conversation(attempt));
    Turn turn = new Turn(0, "subject", 0, 1, "Said.");
    events.add(
        new GatewayEvent.Turns(FakeGateway.header(attempt, 6), "Tongue", true, List.of(turn)));
    String batch =
        FakeGateway.json(GatewayEventDocument.writeAll(events))
            .replace("Said.", words)
            .replace("Tongue", words);

    assertThat(send(batch).status()).isEqualTo(204);

    assertThat(tenant.awaitEnd(order).at("/status")).isEqualTo("completed");
    String call = "/v1/calls/" + IdKind.CALL.format(attempt);
    ServiceResponse transcript = tenant.api().get(call + "/transcript").is(200);
    String stored = words.replaceAll("\\\\u....", "\ufffd");
    assertThat(transcript.at("/turns/0/text")).isEqualTo(stored);
    assertThat(transcript.at("/locale")).isEqualTo(stored);
  }

  /** The limits of the contract, each at its maximum and above it. */
  @ParameterizedTest
  @CsvSource({
    "nesting, 29, 204",
    "nesting, 30, 400",
    "digits, 1000, 204",
    "digits, 1001, 400",
  })
  void enforcesLimitsOfContract(String what, int size, int status) throws IOException {
    String value = what.equals("digits") ? "1".repeat(size) : "[".repeat(size) + "]".repeat(size);
    List<GatewayEvent> events =
        List.of(
            new GatewayEvent.Report(FakeGateway.header(UUID.randomUUID(), 1), Map.of("x", "X")));
    String body = FakeGateway.json(GatewayEventDocument.writeAll(events)).replace("\"X\"", value);

    assertThat(send(body).status()).isEqualTo(status);
  }

  private String signature(String body) {
    String id = UUID.randomUUID().toString();
    Instant now = Instant.now();
    return "%s: %s\r\n%s: %s\r\n%s: %s\r\nContent-Type: application/json\r\n"
        .formatted(
            MessageSignature.ID_HEADER,
            id,
            MessageSignature.TIMESTAMP_HEADER,
            MessageSignature.timestamp(now),
            MessageSignature.SIGNATURE_HEADER,
            signature.sign(id, now, body.getBytes(ISO_8859_1)));
  }

  private RawHttp.RawResponse send(String body) throws IOException {
    return RawHttp.send(service.port(), POST + signature(body) + length(body));
  }

  private static void assertRefused(RawHttp.RawResponse response, int status, String code) {
    assertThat(response.status()).as(response.body()).isEqualTo(status);
    assertThat(response.json().path("code").asText()).as(response.body()).isEqualTo(code);
    assertThat(response.headers())
        .containsKeys("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
    RunningService.CONTRACT.check("POST", EVENTS, new ServiceResponse(new RawResponse(response)));
    GATEWAY_CONTRACT.check("POST", EVENTS, new ServiceResponse(new RawResponse(response)));
    assertThat(GATEWAY_CONTRACT.statusesOfUnknownPath()).contains(String.valueOf(status));
  }

  private static String after(RawHttp http) throws IOException {
    try {
      http.write("GET /y HTTP/1.1\r\nHost: a\r\n\r\n");
      return http.read().json().path("instance").asText().equals("/y") ? "open" : "confused";
    } catch (IOException closed) {
      return "closed";
    }
  }

  /** Sends a valid batch on a new connection. */
  private void assertAcceptsBatch() throws IOException {
    String body =
        FakeGateway.json(
            GatewayEventDocument.writeAll(FakeGateway.conversation(UUID.randomUUID())));
    assertThat(send(body).status()).isEqualTo(204);
  }
}
