package eu.callorders.server.telephony;

import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.id.IdKind;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.core.signing.SigningSecret;
import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.EventsResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.gatewaykit.EventPageDocument;
import eu.callorders.gatewaykit.GatewayEventDocument;
import eu.callorders.gatewaykit.GatewayJson;
import eu.callorders.gatewaykit.PlaceCallDocument;
import eu.callorders.server.Await;
import eu.callorders.server.TestNode;
import eu.callorders.server.json.Json;
import io.vertx.core.Handler;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.jspecify.annotations.Nullable;

/** An HTTP gateway with scripted responses, valid or not. */
public final class FakeGateway implements AutoCloseable {
  public static final SigningSecret SECRET = SigningSecret.generate(new Random(11));

  private static final String HEALTH = "GET /gateway/v1/health";
  private static final String CAPABILITIES = "GET /gateway/v1/capabilities";
  private static final String PLACE = "POST /gateway/v1/calls";
  private static final String LOG = "GET /gateway/v1/events";
  private static final int PAGE = 2;

  private final Vertx vertx = Vertx.vertx();
  private final MessageSignature signature = MessageSignature.of(SECRET);
  private final Map<String, Handler<Request>> answers = new ConcurrentHashMap<>();
  private final HttpServer server;
  private final HttpClient client = HttpClient.newHttpClient();

  /** Requests with a valid signature, except health checks and capabilities. */
  public final List<Request> requests = new CopyOnWriteArrayList<>();

  /** The events of its log, two per page. */
  public final List<GatewayEvent> log = new CopyOnWriteArrayList<>();

  /** Replacements in its log, by event id. */
  public final Map<String, Object> replacements = new ConcurrentHashMap<>();

  /** Requests without a valid signature. */
  public final List<String> unsignedRequests = new CopyOnWriteArrayList<>();

  public record Request(HttpServerRequest http, byte[] body) {
    public String line() {
      return http.method() + " " + http.uri();
    }

    public void respond(int status, String json) {
      http.response().setStatusCode(status).putHeader("Content-Type", "application/json").end(json);
    }
  }

  public FakeGateway() {
    respond(HEALTH, 200, "{\"status\": \"up\"}");
    withCapabilities(new Capabilities(false, false, true, false));
    respond(PLACE, 201, "{\"gateway_ref\": \"fake\"}");
    on(LOG, this::serveLog);
    server =
        TestNode.await(vertx.createHttpServer().requestHandler(this::serve).listen(0, "127.0.0.1"));
  }

  public URI address() {
    return URI.create("http://127.0.0.1:" + server.actualPort());
  }

  /** Handles requests whose method and target have the prefix; the longest prefix wins. */
  public FakeGateway on(String prefix, Handler<Request> answer) {
    answers.put(prefix, answer);
    return this;
  }

  public FakeGateway respond(String prefix, int status, String json) {
    return on(prefix, request -> request.respond(status, json));
  }

  public FakeGateway withCapabilities(Capabilities capabilities) {
    return respond(CAPABILITIES, 200, json(GatewayJson.write(capabilities)));
  }

  public FakeGateway placing(int status, String json) {
    return respond(PLACE, status, json);
  }

  public FakeGateway placing(Handler<Request> answer) {
    return on(PLACE, answer);
  }

  public FakeGateway health(String json) {
    return respond(HEALTH, 200, json);
  }

  /** The number of requests to place a call. */
  public long placed() {
    return requests.stream().filter(request -> request.line().equals(PLACE)).count();
  }

  private void serve(HttpServerRequest http) {
    http.body().onSuccess(body -> serve(new Request(http, body.getBytes())));
  }

  private void serve(Request request) {
    if (!isGenuine(request)) {
      unsignedRequests.add(request.line());
    } else if (!request.line().equals(HEALTH) && !request.line().equals(CAPABILITIES)) {
      requests.add(request);
    }
    answers.entrySet().stream()
        .filter(entry -> request.line().startsWith(entry.getKey()))
        .max((one, other) -> one.getKey().length() - other.getKey().length())
        .ifPresentOrElse(
            entry -> entry.getValue().handle(request), () -> request.respond(404, "{}"));
  }

  private void serveLog(Request request) {
    String after = request.http().getParam("after");
    int from = after == null ? 0 : Integer.parseInt(after);
    int to = Math.min(log.size(), from + PAGE);
    ObjectNode page =
        EventPageDocument.write(
            new EventsResult.EventPage(log.subList(from, to), Integer.toString(to)));
    List<Object> items = new ArrayList<>();
    log.subList(from, to)
        .forEach(
            event ->
                items.add(
                    replacements.getOrDefault(
                        event.header().eventId(), GatewayEventDocument.write(event))));
    page.set("events", Json.mapper().valueToTree(items));
    request.respond(200, json(page));
  }

  private boolean isGenuine(Request request) {
    String id = request.http().getHeader(MessageSignature.ID_HEADER);
    return id != null
        && RequestBinding.binds(id, request.http().method().name(), request.http().uri())
        && signature.verify(
                id,
                request.http().getHeader(MessageSignature.TIMESTAMP_HEADER),
                request.http().getHeader(MessageSignature.SIGNATURE_HEADER),
                request.body(),
                Instant.now())
            == MessageSignature.Verdict.GENUINE;
  }

  /** Waits until the order's call is placed; returns the attempt's id. */
  public UUID awaitAttempt(String order) {
    UUID id = IdKind.ORDER.parse(order).orElseThrow();
    return Await.until(order + " is placed", () -> call(id), call -> call != null).attemptId();
  }

  /** The placed call of the order; null without one. */
  public @Nullable PlaceCall call(UUID orderId) {
    return requests.stream()
        .filter(request -> request.line().equals(PLACE))
        .map(
            request ->
                PlaceCallDocument.read(
                    Json.parse(new String(request.body(), StandardCharsets.UTF_8))))
        .filter(call -> call.orderId().equals(orderId))
        .findFirst()
        .orElse(null);
  }

  /** A header for the n-th event of a call. */
  public static GatewayEvent.Header header(UUID attempt, int sequence) {
    return new GatewayEvent.Header(
        attempt + "-" + sequence, attempt, "fake", sequence, Instant.now());
  }

  /** The events of a conversation without an outcome. */
  public static List<GatewayEvent> conversation(UUID attempt) {
    Instant now = Instant.now();
    return List.of(
        new GatewayEvent.Accepted(header(attempt, 1), null),
        new GatewayEvent.Ringing(header(attempt, 2)),
        new GatewayEvent.Answered(header(attempt, 3)),
        new GatewayEvent.Ended(
            header(attempt, 4), Disposition.ANSWERED, Cause.NORMAL, "agent", now, now),
        new GatewayEvent.Report(
            header(attempt, 5),
            Map.of(
                "summary_code", "no_outcome",
                "reachability", "subject_reached",
                "engagement", "completed",
                "identity_confirmed", true,
                "ai_disclosed", true,
                "language", "de",
                "summary", "Nothing came of it.",
                "findings", Map.of())));
  }

  /** Sends events to the service, signed. */
  public HttpResponse<String> sendEvents(URI service, List<GatewayEvent> events) {
    return push(service, json(GatewayEventDocument.writeAll(events)));
  }

  /** Sends a signed body. */
  public HttpResponse<String> push(URI service, String body) {
    return push(service, body, "Content-Type", "application/json");
  }

  /** Sends a signed body with further headers. */
  public HttpResponse<String> push(URI service, String body, String... headers) {
    String id = UUID.randomUUID().toString();
    Instant now = Instant.now();
    Map<String, String> all = new HashMap<>();
    for (int index = 0; index < headers.length; index += 2) {
      all.put(headers[index], headers[index + 1]);
    }
    all.put(MessageSignature.ID_HEADER, id);
    all.put(MessageSignature.TIMESTAMP_HEADER, MessageSignature.timestamp(now));
    all.put(
        MessageSignature.SIGNATURE_HEADER, signature.sign(id, now, Buffer.buffer(body).getBytes()));
    return exchange(service, body, all);
  }

  /** Sends a body with these headers only. */
  public HttpResponse<String> send(URI service, String body, Map<String, String> headers) {
    Map<String, String> all = new HashMap<>(headers);
    all.put("Content-Type", "application/json");
    return exchange(service, body, all);
  }

  private HttpResponse<String> exchange(URI service, String body, Map<String, String> headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service).POST(HttpRequest.BodyPublishers.ofString(body));
    headers.forEach(request::header);
    try {
      return client.send(request.build(), HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  public static String json(Object document) {
    try {
      return Json.mapper().writeValueAsString(document);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    client.close();
    TestNode.await(vertx.close());
  }
}
