package eu.callorders.bench.sip;

import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.bench.Http;
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
  private final String url;
  private final MessageSignature signature;

  CallPlacer(String baseUrl, String secret) {
    this.url = baseUrl + PATH;
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
    PlaceCall call =
        new TestCallFactory(
                Map.of(TestNumber.ANSWERS, number), "live", order, InstantSource.system(), random)
            .call(TestNumber.ANSWERS);
    String body = new String(GatewayJson.bytes(PlaceCallDocument.write(call)), UTF_8);
    Instant now = Instant.now();
    String id = RequestBinding.id("POST", PATH, UUID.randomUUID().toString());
    Map<String, String> headers =
        Map.of(
            MessageSignature.ID_HEADER,
            id,
            MessageSignature.TIMESTAMP_HEADER,
            MessageSignature.timestamp(now),
            MessageSignature.SIGNATURE_HEADER,
            signature.sign(id, now, body.getBytes(UTF_8)),
            "Content-Type",
            "application/json");
    Instant sent = Instant.now();
    long begin = System.nanoTime();
    CompletableFuture<Answer> answer =
        http.sendAsync("POST", url, body, headers)
            .thenApply(response -> new Answer(response.status(), System.nanoTime() - begin));
    return new Placing(number, sent, answer);
  }
}
