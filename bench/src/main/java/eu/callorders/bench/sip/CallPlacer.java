package eu.callorders.bench.sip;

import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.bench.Http;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.conformance.TestCallFactory;
import eu.callorders.gatewaykit.conformance.TestNumber;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;

/** Places calls at a gateway, as the service does. */
final class CallPlacer {
  private static final String PATH = "/gateway/v1/calls";
  private static final Duration TIMEOUT = Duration.ofSeconds(30);

  private final Http http = new Http(TIMEOUT);
  private final Random random = new Random();
  private final UUID order = UUID.randomUUID();
  private final String baseUrl;
  private final MessageSignature signature;

  CallPlacer(String baseUrl, String secret) {
    this.baseUrl = baseUrl;
    this.signature = MessageSignature.of(SigningSecret.parse(secret));
  }

  /**
   * A placing that is sent.
   *
   * @param answer comes with the trunk's first sign
   */
  record Placing(String number, Instant sent, CompletableFuture<Answer> answer) {}

  /** What the gateway answered, and how long that took. */
  record Answer(int status, long nanos) {}

  /** A number of fiction's own. */
  static String number(int index) {
    return "+493023125%03d".formatted(index % 1000);
  }

  /** Places calls to so many numbers, one after the other, at that rate. */
  List<Placing> place(int count, double perSecond) {
    List<Placing> placings = new ArrayList<>();
    long begin = System.nanoTime();
    for (int index = 0; index < count; index++) {
      long due = begin + (long) (index * 1e9 / perSecond);
      for (long wait = due - System.nanoTime(); wait > 0; wait = due - System.nanoTime()) {
        LockSupport.parkNanos(wait);
      }
      placings.add(place(number(index)));
    }
    return placings;
  }

  private Placing place(String number) {
    String body = body(call(number));
    Map<String, String> headers = headers("POST", PATH, body);
    Instant sent = Instant.now();
    long begin = System.nanoTime();
    CompletableFuture<Answer> answer =
        http.sendAsync("POST", baseUrl + PATH, body, headers)
            .thenApply(response -> new Answer(response.status(), System.nanoTime() - begin));
    return new Placing(number, sent, answer);
  }

  /** A new call to a number. */
  PlaceCall call(String number) {
    return new TestCallFactory(
            Map.of(TestNumber.ANSWERS, number), "live", order, InstantSource.system(), random)
        .call(TestNumber.ANSWERS);
  }

  /** Places a call, for the first time or again. */
  CompletableFuture<Http.Answer> place(PlaceCall call) {
    String body = body(call);
    return http.sendAsync("POST", baseUrl + PATH, body, headers("POST", PATH, body));
  }

  /** What the gateway knows of a call. */
  Http.Answer query(PlaceCall call) {
    String path = PATH + "/" + IdKind.CALL.format(call.attemptId());
    return http.send("GET", baseUrl + path, "", headers("GET", path, ""));
  }

  /** Has a call stopped. */
  void cancel(PlaceCall call) {
    String path = PATH + "/" + IdKind.CALL.format(call.attemptId()) + "/cancel";
    http.send("POST", baseUrl + path, "", headers("POST", path, ""));
  }

  private static String body(PlaceCall call) {
    return new String(GatewayJson.bytes(PlaceCallDocument.write(call)), UTF_8);
  }

  private Map<String, String> headers(String method, String path, String body) {
    Instant now = Instant.now();
    String id = RequestBinding.id(method, path, UUID.randomUUID().toString());
    return Map.of(
        MessageSignature.ID_HEADER,
        id,
        MessageSignature.TIMESTAMP_HEADER,
        MessageSignature.timestamp(now),
        MessageSignature.SIGNATURE_HEADER,
        signature.sign(id, now, body.getBytes(UTF_8)),
        "Content-Type",
        "application/json");
  }
}
