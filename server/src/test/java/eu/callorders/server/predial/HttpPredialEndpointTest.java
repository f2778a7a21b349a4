package eu.callorders.server.predial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Money;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.predial.PredialCheck;
import eu.callorders.core.predial.PredialCheck.OnFailure;
import eu.callorders.core.predial.PredialFailure;
import eu.callorders.core.predial.PredialReply;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.webhook.TargetRules;
import eu.callorders.server.webhook.delivery.TrustStore;
import eu.callorders.server.webhook.delivery.WebhookSender;
import eu.callorders.server.webhook.endpoint.LocalAddresses;
import eu.callorders.server.webhook.endpoint.SafeResolver;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.http.HttpServerResponse;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Questions over HTTP to clients that answer well, badly, slowly or not at all. */
class HttpPredialEndpointTest {
  private static final InstantSource TIME = InstantSource.system();
  private static final Duration LONG = Duration.ofMinutes(1);
  private static final Duration SHORT = Duration.ofMillis(500);

  private final Vertx vertx = Vertx.vertx();
  private final SigningSecret secret = SigningSecret.generate(new SecureRandom());
  private final AtomicInteger requests = new AtomicInteger();

  @AfterEach
  void close() {
    vertx.close().await();
  }

  private int serve(Handler<HttpServerRequest> handler) {
    HttpServer server =
        vertx
            .createHttpServer()
            .requestHandler(
                request -> {
                  requests.incrementAndGet();
                  handler.handle(request);
                })
            .listen(0, "127.0.0.1")
            .await();
    return server.actualPort();
  }

  private int serve(int status, String body) {
    return serve(request -> request.response().setStatusCode(status).end(body));
  }

  private PredialReply ask(int port, Duration timeout) {
    return ask("http://127.0.0.1:" + port + "/predial", Set.of("127.0.0.1:" + port), timeout);
  }

  private PredialReply ask(String url, Set<String> extraTargets, Duration timeout) {
    return ask(question(url, timeout, Optional.of(List.of(secret))), extraTargets);
  }

  private PredialReply ask(PredialQuestion question, Set<String> extraTargets) {
    TargetRules rules = new TargetRules(extraTargets);
    SafeResolver resolver = new SafeResolver(vertx, rules, new LocalAddresses(TIME));
    WebhookSender sender =
        new WebhookSender(vertx, resolver, TrustStore.with(null), 10, WebhookSender.TIMEOUT, TIME);
    return new HttpPredialEndpoint(rules, sender, TIME).ask(question).await();
  }

  private static PredialQuestion question(
      String url, Duration timeout, Optional<List<SigningSecret>> secrets) {
    return new PredialQuestion(
        UUID.randomUUID(),
        new PredialSetting(
            UUID.randomUUID(),
            UUID.randomUUID(),
            new PredialCheck(url, timeout, OnFailure.HOLD),
            1),
        UUID.randomUUID(),
        1,
        new PhoneNumber("+493023125011"),
        TIME.instant(),
        Money.of("120.50", "EUR"),
        0,
        Duration.ZERO,
        Buffer.buffer("{\"type\":\"predial.check\"}"),
        secrets);
  }

  private static void assertFailed(PredialReply reply, PredialFailure failure) {
    assertThat(reply).isEqualTo(new PredialReply.Failed(failure));
  }

  @Test
  void sendsASignedPost() {
    CompletableFuture<MessageSignature.Verdict> verdict = new CompletableFuture<>();
    int port =
        serve(
            request ->
                request
                    .body()
                    .onSuccess(
                        body -> {
                          verdict.complete(verify(request, body));
                          request.response().end("{\"decision\": \"proceed\"}");
                        }));

    assertThat(ask(port, LONG)).isEqualTo(new PredialReply.Proceed(null));

    assertThat(verdict.join()).isEqualTo(MessageSignature.Verdict.GENUINE);
  }

  private MessageSignature.Verdict verify(HttpServerRequest request, Buffer body) {
    assertThat(request.method().name()).isEqualTo("POST");
    assertThat(request.path()).isEqualTo("/predial");
    assertThat(request.getHeader("content-type")).isEqualTo("application/json");
    return MessageSignature.of(secret)
        .verify(
            request.getHeader("webhook-id"),
            request.getHeader("webhook-timestamp"),
            request.getHeader("webhook-signature"),
            body.getBytes(),
            TIME.instant());
  }

  @Test
  void readsAnswers() {
    assertThat(
            ask(
                serve(
                    200,
                    "{\"decision\": \"proceed\", \"outstanding\": {\"value\": \"80\","
                        + " \"currency\": \"EUR\"}}"),
                LONG))
        .isEqualTo(new PredialReply.Proceed(Money.of("80", "EUR")));
    assertThat(ask(serve(200, "{\"decision\": \"cancel\", \"reason\": \"paid\"}"), LONG))
        .isEqualTo(new PredialReply.Cancel("paid"));
    assertThat(
            ask(serve(200, "{\"decision\": \"hold\", \"until\": \"2200-01-01T00:00:00Z\"}"), LONG))
        .isEqualTo(new PredialReply.Hold(Instant.parse("2200-01-01T00:00:00Z")));
  }

  @ParameterizedTest
  @ValueSource(ints = {201, 204, 301, 302, 307, 308, 400, 410, 429, 500, 503})
  void onlyStatus200IsAnAnswer(int status) {
    int target = serve(200, "{\"decision\": \"proceed\"}");
    int port =
        serve(
            request ->
                request
                    .response()
                    .setStatusCode(status)
                    .putHeader("location", "http://127.0.0.1:" + target + "/")
                    .end(status == 204 ? "" : "{\"decision\": \"proceed\"}"));

    assertFailed(ask(port, LONG), PredialFailure.UNEXPECTED_STATUS);

    assertThat(requests).as("redirects are not followed").hasValue(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "proceed",
        "{\"decision\": \"proceed\"",
        "{\"decision\": \"proceed\"} {}",
        "{\"decision\": \"cancel\", \"decision\": \"proceed\"}",
        "<html></html>"
      })
  void refusesWhatIsNotJson(String body) {
    assertFailed(ask(serve(200, body), LONG), PredialFailure.MALFORMED_ANSWER);
  }

  @Test
  void refusesInvalidBytesAndDepth() {
    int invalid =
        serve(
            request ->
                request
                    .response()
                    .end(Buffer.buffer(new byte[] {'{', '"', (byte) 0xff, '"', ':', '1', '}'})));
    assertFailed(ask(invalid, LONG), PredialFailure.MALFORMED_ANSWER);
    assertFailed(
        ask(serve(200, "[".repeat(1_000) + "]".repeat(1_000)), LONG),
        PredialFailure.MALFORMED_ANSWER);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "null|''",
        "[]|''",
        "{}|/decision",
        "{\"decision\": 1}|/decision",
        "{\"decision\": \"proceed\", \"outstanding\": 80}|/outstanding",
        "{\"decision\": \"hold\", \"until\": \"2001-01-01T00:00:00Z\"}|/until"
      })
  void refusesWrongMembers(String body, String pointer) {
    assertThat(ask(serve(200, body), LONG))
        .isEqualTo(new PredialReply.Failed(PredialFailure.INVALID_ANSWER, pointer));
  }

  /** Also one whose beginning is a valid answer. */
  @Test
  void refusesLargeAnswers() {
    int megabytes = 2 << 20;
    assertFailed(ask(serve(200, "x".repeat(megabytes)), LONG), PredialFailure.ANSWER_TOO_LARGE);
    assertFailed(
        ask(serve(200, "{\"decision\": \"proceed\"}" + " ".repeat(megabytes)), LONG),
        PredialFailure.ANSWER_TOO_LARGE);
  }

  @Test
  void silenceAndSlowDripsEndAtTheTimeout() {
    assertFailed(ask(serve(request -> {}), SHORT), PredialFailure.CONNECTION_FAILED);
    int slow =
        serve(
            request -> {
              HttpServerResponse response = request.response().setChunked(true);
              vertx.setPeriodic(20, tick -> response.write(" ").onFailure(gone -> {}));
            });
    long startedAt = System.nanoTime();
    assertFailed(ask(slow, SHORT), PredialFailure.CONNECTION_FAILED);
    assertThat(Duration.ofNanos(System.nanoTime() - startedAt)).isGreaterThanOrEqualTo(SHORT);
  }

  @Test
  void closedPortFails() {
    assertFailed(
        ask("http://127.0.0.1:9/", Set.of("127.0.0.1:9"), LONG), PredialFailure.CONNECTION_FAILED);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://127.0.0.1/predial",
        "https://169.254.169.254/latest/meta-data",
        "https://localhost.localdomain/",
        "https://10.0.0.1:8443/",
        "http://client.example/predial",
        "https://client.example:22/predial",
        "https://user@client.example/predial"
      })
  void sendsNothingToForbiddenAddresses(String url) {
    assertFailed(ask(url, Set.of(), LONG), PredialFailure.TARGET_REFUSED);
  }

  @Test
  void sendsNothingWithoutSecret() {
    int port = serve(200, "{\"decision\": \"proceed\"}");
    String url = "http://127.0.0.1:" + port + "/";

    assertFailed(
        ask(question(url, LONG, Optional.empty()), Set.of("127.0.0.1:" + port)),
        PredialFailure.UNSENDABLE);

    assertThat(requests).hasValue(0);
  }
}
