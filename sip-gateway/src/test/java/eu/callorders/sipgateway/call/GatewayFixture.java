package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.gatewaykit.call.CallHandler;
import eu.callorders.gatewaykit.conformance.TestBed;
import eu.callorders.gatewaykit.conformance.TestCallFactory;
import eu.callorders.gatewaykit.conformance.TestNumber;
import eu.callorders.gatewaykit.server.GatewayServer;
import eu.callorders.sipgateway.config.SipGatewaySettings;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** A gateway whose only trunk is a {@link SipPeer}, and the service that uses it. */
final class GatewayFixture {
  private static final String CALLS = "/gateway/v1/calls";
  private static final String SECRET_TEXT = "whsec_QUJDREVGR0hJSktMTU5PUFFSU1RVVldYWVo=";
  private static final SigningSecret SECRET = SigningSecret.parse(SECRET_TEXT);
  private static final MessageSignature SIGNATURE = MessageSignature.of(SECRET);

  private final HttpClient client = HttpClient.newHttpClient();
  private final EventReceiver events = new EventReceiver();
  private final Map<String, String> settings = new HashMap<>();
  private final Path directory;
  private final SpeechProgram speech;
  private CallTimes times = CallTimes.DEFAULT;
  private Vertx gateway;
  private SipTelephony telephony;
  private volatile boolean killed;
  private int port;

  GatewayFixture(Path directory, int trunkPort) throws Exception {
    this.directory = directory;
    this.speech = new SpeechProgram(directory);
    set("SECRET", SECRET_TEXT);
    set("PORT", "0");
    set("LISTEN", "udp:127.0.0.1:0");
    set("TRUNK", "sip:127.0.0.1:" + trunkPort);
    set("CALLER_IDS", "+493023125000");
    set("CALLS_PER_SECOND", "1000");
    set("MAX_CALLS", "100");
    set("SPEECH", speech.path() + " {file}");
    set("RTP_PORTS", "30000-39999");
    set("DATA_DIR", directory.resolve("store").toString());
    set("CALL_LOG", directory.resolve("calls.log").toString());
    set("CALLBACK_URL", "http://127.0.0.1:" + events.open() + "/gateway/v1/events");
  }

  GatewayFixture set(String key, String value) {
    settings.put("SIPGATEWAY_" + key, value);
    return this;
  }

  GatewayFixture unset(String key) {
    settings.remove("SIPGATEWAY_" + key);
    return this;
  }

  GatewayFixture times(CallTimes changed) {
    times = changed;
    return this;
  }

  /** For a test that acts while the disclosure is spoken, on a busy machine too. */
  GatewayFixture longDisclosure() throws IOException {
    return disclosureLasts(Duration.ofSeconds(4));
  }

  GatewayFixture disclosureLasts(Duration time) throws IOException {
    speech.disclosureLasts(time);
    return this;
  }

  GatewayFixture start() throws Exception {
    SipGatewaySettings read = SipGatewaySettings.read(settings);
    gateway = Vertx.vertx();
    GatewayServer server =
        new GatewayServer(
            read.gateway(),
            InstantSource.system(),
            context -> {
              try {
                telephony = new SipTelephony(context, read, times, CallObserver.NONE);
                killed = false;
                return undrainedWhenKilled(telephony.handler());
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            },
            failure -> {});
    await(gateway.deployVerticle(server));
    port = server.port();
    return this;
  }

  /** A killed process ends no call. */
  private CallHandler undrainedWhenKilled(CallHandler handler) {
    return (CallHandler)
        Proxy.newProxyInstance(
            CallHandler.class.getClassLoader(),
            new Class<?>[] {CallHandler.class},
            (proxy, method, arguments) ->
                killed && method.getName().equals("drain")
                    ? Future.succeededFuture()
                    : method.invoke(handler, arguments));
  }

  /** Stops as on SIGTERM. */
  void stop() throws Exception {
    await(gateway.close());
    telephony.close();
    telephony = null;
  }

  /** Stops without ending calls. */
  void kill() throws Exception {
    killed = true;
    stop();
  }

  PlaceCall call() {
    return call("live");
  }

  /** A call of an environment. */
  PlaceCall call(String environment) {
    return new TestCallFactory(
            TestBed.magicNumbers(),
            environment,
            UUID.randomUUID(),
            InstantSource.system(),
            new Random())
        .call(TestNumber.ANSWERS);
  }

  /** Places a call; the response comes with the trunk's first sign. */
  CompletableFuture<HttpResponse<String>> place(PlaceCall call) {
    return send("POST", CALLS, GatewayJson.bytes(PlaceCallDocument.write(call)));
  }

  CompletableFuture<HttpResponse<String>> cancel(PlaceCall call) {
    return send("POST", path(call) + "/cancel", new byte[0]);
  }

  CompletableFuture<HttpResponse<String>> query(PlaceCall call) {
    return send("GET", path(call), new byte[0]);
  }

  CompletableFuture<HttpResponse<String>> health() {
    return send("GET", "/gateway/v1/health", new byte[0]);
  }

  /** A request to the interface of agents, about a call. */
  CompletableFuture<HttpResponse<String>> agent(
      String method, PlaceCall call, String path, String token, String body) {
    return client.sendAsync(
        HttpRequest.newBuilder(
                URI.create(
                    "http://127.0.0.1:"
                        + port
                        + "/agent/v1/calls/"
                        + IdKind.CALL.format(call.attemptId())
                        + path))
            .method(method, HttpRequest.BodyPublishers.ofString(body))
            .header("Authorization", "Bearer " + token)
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  private static String path(PlaceCall call) {
    return CALLS + "/" + IdKind.CALL.format(call.attemptId());
  }

  private CompletableFuture<HttpResponse<String>> send(String method, String path, byte[] body) {
    String id = RequestBinding.id(method, path, UUID.randomUUID().toString());
    Instant now = Instant.now();
    return client.sendAsync(
        HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
            .method(method, HttpRequest.BodyPublishers.ofByteArray(body))
            .header(MessageSignature.ID_HEADER, id)
            .header(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(now))
            .header(MessageSignature.SIGNATURE_HEADER, SIGNATURE.sign(id, now, body))
            .build(),
        HttpResponse.BodyHandlers.ofString());
  }

  static HttpResponse<String> await(CompletableFuture<HttpResponse<String>> response)
      throws Exception {
    return response.get(60, TimeUnit.SECONDS);
  }

  static <T> T await(Future<T> future) throws Exception {
    return future.toCompletionStage().toCompletableFuture().get(60, TimeUnit.SECONDS);
  }

  /** All events up to one of that type. */
  <E extends GatewayEvent> E awaitEvent(Class<E> type) throws InterruptedException {
    return events.await(type);
  }

  /** The names of the next events, up to one of that type. */
  List<String> eventsUpTo(Class<? extends GatewayEvent> type) throws InterruptedException {
    return events.namesUpTo(type);
  }

  /** Waits until that many texts are made into sound; returns all. */
  List<String> awaitSpoken(int count) throws IOException {
    return speech.await(count);
  }

  String metrics() {
    return telephony.metrics();
  }

  /** Waits until the metrics have a line. */
  void awaitMetric(String line) {
    Instant deadline = Instant.now().plusSeconds(60);
    while (!metrics().lines().toList().contains(line)) {
      assertThat(Instant.now()).as("%s in%n%s", line, metrics()).isBefore(deadline);
      LockSupport.parkNanos(5_000_000);
    }
  }

  List<String> callLog() throws IOException {
    return Files.readAllLines(directory.resolve("calls.log"));
  }

  void close() throws Exception {
    if (telephony != null) {
      kill();
    }
    events.close();
  }
}
