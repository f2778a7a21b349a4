package eu.callorders.server.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Turn;
import eu.callorders.core.telephony.wire.GatewayEventDocument;
import eu.callorders.server.Await;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What comes to where gateways tell their events, as bytes on a socket, signed or not. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HostileGatewayBytesTest {
  private static final String EVENTS = "/gateway/v1/events";
  private static final String POST = "POST " + EVENTS + " HTTP/1.1\r\nHost: a\r\n";
  private static final int LARGEST = 2 << 20;
  private static final ContractCheck GATEWAY_CONTRACT = ContractCheck.gatewayEvents();

  /** For a body, before its signature can be checked. */
  private static final int SECONDS = 5;

  /** Longer than the tests wait for an answer. */
  private static final int PATIENT = 120;

  private final MessageSignature signature = MessageSignature.of(FakeGateway.SECRET);
  private FakeGateway gateway;
  private RunningService service;

  @BeforeAll
  void start() {
    gateway = new FakeGateway().promising(new Capabilities(false, true, true, true));
    RunningService.DatabaseSetup test = RunningService.DatabaseSetup.test();
    Node.Bounds bounds =
        new Node.Bounds(
            RunningService.PATIENT.database(),
            RunningService.PATIENT.connection(),
            new ConnectionLimits(PATIENT, PATIENT, PATIENT, SECONDS, 100, 100));
    service =
        RunningService.on(
            new RunningService.DatabaseSetup(test.service(), test.owner(), test.database(), bounds),
            Map.of(
                "CALLORDERS_GATEWAY", gateway.address().toString(),
                "CALLORDERS_GATEWAY_SECRET", FakeGateway.SECRET.write()));
  }

  @AfterAll
  void stop() {
    service.close();
    gateway.close();
  }

  /**
   * A request that is signed as agreed.
   *
   * @param framing how the body's length is told
   * @param signed the body; what is sent as such may be framed
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

  private static String length(String body) {
    return "Content-Length: " + body.length() + "\r\n\r\n" + body;
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
  void refusesWhatIsSignedAndNoBatch(Row row) throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(POST + signature(row.signed()) + row.framing());
      refused(http.read(), row.status(), row.code());
      assertThat(after(http)).isEqualTo(row.closes() ? "closed" : "open");
    }
    takesIn();
  }

  /** They learn only that they cannot sign, whatever it is that they have sent. */
  @ParameterizedTest
  @MethodSource("signed")
  void refusesWhoCannotSignBeforeItLooksAtTheBody(Row row) throws IOException {
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
        RawHttp.RawResponse answer = http.read();
        if (tries && !readable) {
          refused(answer, row.status(), row.code());
        } else {
          refused(answer, 401, "unauthorized");
          assertThat(answer.header("WWW-Authenticate")).isEqualTo("Signature");
        }
      }
    }
  }

  @Test
  void waitsForNoBodyOfSomebodyWhoDoesNotEvenTry() throws IOException {
    try (RawHttp http = new RawHttp(service.port())) {
      http.write(POST + "Content-Length: 1000\r\n\r\n");
      refused(http.read(), 401, "unauthorized");
    }
  }

  @Test
  void givesABodyThatDoesNotComeItsTime() throws IOException {
    try (RawHttp begun = new RawHttp(service.port());
        RawHttp empty = new RawHttp(service.port())) {
      begun.write(POST + signature("[]") + "Content-Length: 2\r\n\r\n[");
      empty.write(POST + signature("[]") + "Content-Length: 2\r\n\r\n");
      for (RawHttp http : List.of(begun, empty)) {
        RawHttp.RawResponse answer = http.read();
        refused(answer, 408, "request_timeout");
        assertThat(answer.header("Connection")).isEqualTo("close");
        assertThat(http.isClosed()).isTrue();
      }
    }
    takesIn();
  }

  /**
   * A report's words are a stranger's: what the database cannot store must not hold up the call.
   */
  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\ud800", "\\udfff x", "\\u202e\\uffff"})
  void endsACallWhoseReportHoldsWhatNobodyCanStore(String words) throws IOException {
    RunningTenant tenant = service.newTenant();
    String order = tenant.create(tenant.order("06"));
    String told =
        FakeGateway.json(GatewayEventDocument.writeAll(FakeGateway.conversation(placed(order))))
            .replace("Nothing came of it.", words);

    assertThat(send(told).status()).isEqualTo(204);

    assertThat(tenant.awaitEnd(order).at("/status")).isEqualTo("completed");
  }

  /** The same holds for the words of a transcript, which come in one batch with the call's end. */
  @ParameterizedTest
  @ValueSource(strings = {"\\u0000", "\\ud800", "\\udfff x", "\\ud83d x"})
  void endsACallWhoseTurnsHoldWhatNobodyCanStore(String words) throws IOException {
    RunningTenant tenant = service.newTenant();
    String order = tenant.create(tenant.order("06"));
    UUID attempt = placed(order);
    List<GatewayEvent> events = new ArrayList<>(FakeGateway.conversation(attempt));
    Turn turn = new Turn(0, "subject", 0, 1, "Said.");
    events.add(
        new GatewayEvent.Turns(FakeGateway.header(attempt, 6), "Tongue", true, List.of(turn)));
    String told =
        FakeGateway.json(GatewayEventDocument.writeAll(events))
            .replace("Said.", words)
            .replace("Tongue", words);

    assertThat(send(told).status()).isEqualTo(204);

    assertThat(tenant.awaitEnd(order).at("/status")).isEqualTo("completed");
    String call = "/v1/calls/" + IdKind.CALL.format(attempt);
    ServiceResponse transcript = tenant.api().get(call + "/transcript").is(200);
    String kept = words.replaceAll("\\\\u....", "\ufffd");
    assertThat(transcript.at("/turns/0/text")).isEqualTo(kept);
    assertThat(transcript.at("/locale")).isEqualTo(kept);
  }

  /** The bounds that the contract names, each at its last value and past it. */
  @ParameterizedTest
  @CsvSource({
    "nesting, 29, 204",
    "nesting, 30, 400",
    "digits, 1000, 204",
    "digits, 1001, 400",
  })
  void holdsTheBoundsOfTheContract(String what, int size, int status) throws IOException {
    String value = what.equals("digits") ? "1".repeat(size) : "[".repeat(size) + "]".repeat(size);
    List<GatewayEvent> events =
        List.of(
            new GatewayEvent.Report(FakeGateway.header(UUID.randomUUID(), 1), Map.of("x", "X")));
    String body = FakeGateway.json(GatewayEventDocument.writeAll(events)).replace("\"X\"", value);

    assertThat(send(body).status()).isEqualTo(status);
  }

  private UUID placed(String order) {
    UUID id = IdKind.ORDER.parse(order).orElseThrow();
    return Await.until(order + " is placed", () -> gateway.call(id), call -> call != null)
        .attemptId();
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

  private static void refused(RawHttp.RawResponse answer, int status, String code) {
    assertThat(answer.status()).as(answer.body()).isEqualTo(status);
    assertThat(answer.json().path("code").asText()).as(answer.body()).isEqualTo(code);
    assertThat(answer.headers())
        .containsKeys("ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
    RunningService.CONTRACT.check("POST", EVENTS, new ServiceResponse(new RawResponse(answer)));
    GATEWAY_CONTRACT.check("POST", EVENTS, new ServiceResponse(new RawResponse(answer)));
    assertThat(GATEWAY_CONTRACT.documentedAnywhere()).contains(String.valueOf(status));
  }

  private static String after(RawHttp http) throws IOException {
    try {
      http.write("GET /y HTTP/1.1\r\nHost: a\r\n\r\n");
      return http.read().json().path("instance").asText().equals("/y") ? "open" : "confused";
    } catch (IOException closed) {
      return "closed";
    }
  }

  /** A decent batch on a connection of its own. */
  private void takesIn() throws IOException {
    String body =
        FakeGateway.json(
            GatewayEventDocument.writeAll(FakeGateway.conversation(UUID.randomUUID())));
    assertThat(send(body).status()).isEqualTo(204);
  }
}
