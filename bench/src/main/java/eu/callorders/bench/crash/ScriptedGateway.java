package eu.callorders.bench.crash;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.Http;
import eu.callorders.bench.PlacedCall;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.core.signing.SigningSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;

/** A gateway that waits where it is told to, and sends the events of a conversation on request. */
final class ScriptedGateway implements GatewayUnderTest {
  private static final String CALLS = "/gateway/v1/calls";
  private static final String EVENTS = "/gateway/v1/events";
  private static final String CAPABILITIES =
      """
      {"idempotent_placing": true, "authoritative_query": true, "machine_detection": true,
       "event_log": false}
      """;

  private static final String UNKNOWN =
      """
      {"type": "about:blank", "title": "unknown attempt", "status": 404, "code": "unknown_attempt"}
      """;

  private final HttpServer server;
  private final MessageSignature signature;
  private final String callback;
  private final Http http = new Http(Duration.ofSeconds(5));
  private final Map<String, PlacedCall> calls = new ConcurrentHashMap<>();
  private final List<PlacedCall> ledger = new ArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile Behavior behavior = Behavior.ANSWER;
  private volatile CountDownLatch hesitation = new CountDownLatch(0);

  enum Behavior {
    /** It takes the call and says so. */
    ANSWER,
    /** It receives the request, waits until it is released, and takes no call. */
    HOLD_REQUEST,
    /** It takes the call, and says so only once it is released. */
    HOLD_ANSWER
  }

  private ScriptedGateway(HttpServer server, String secret, String callback) {
    this.server = server;
    this.signature = MessageSignature.of(SigningSecret.parse(secret));
    this.callback = callback;
  }

  static ScriptedGateway of(Path directory, String secret, String callback) throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 50);
    ScriptedGateway gateway = new ScriptedGateway(server, secret, callback);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/gateway/v1/capabilities", exchange -> send(exchange, 200, CAPABILITIES));
    server.createContext(
        "/gateway/v1/health", exchange -> send(exchange, 200, "{\"status\": \"up\"}"));
    server.createContext(CALLS, gateway::calls);
    return gateway;
  }

  void behave(Behavior wanted) {
    hesitation.countDown();
    hesitation = new CountDownLatch(wanted == Behavior.ANSWER ? 0 : 1);
    behavior = wanted;
  }

  long requests(String orderId) {
    return requests.stream().filter(orderId::equals).count();
  }

  List<String> taken(String orderId) {
    return calls.values().stream()
        .filter(call -> call.orderId().equals(orderId))
        .map(PlacedCall::attemptId)
        .toList();
  }

  private void calls(HttpExchange exchange) throws IOException {
    byte[] body = exchange.getRequestBody().readAllBytes();
    String rest = exchange.getRequestURI().getPath().substring(CALLS.length());
    if (exchange.getRequestMethod().equals("POST") && rest.isEmpty()) {
      place(exchange, Http.JSON.readTree(body));
    } else if (exchange.getRequestMethod().equals("DELETE")) {
      exchange.sendResponseHeaders(204, -1);
      exchange.close();
    } else {
      query(exchange, rest.substring(1));
    }
  }

  private void place(HttpExchange exchange, JsonNode request) throws IOException {
    CountDownLatch until = hesitation;
    Behavior now = behavior;
    String order = request.path("call_order_id").asText();
    requests.add(order);
    if (now == Behavior.HOLD_REQUEST) {
      await(until);
      exchange.close();
      return;
    }
    String attempt = request.path("attempt_id").asText();
    String to = request.path("to").asText();
    take(new PlacedCall(attempt, order, to, Instant.now(), null, false));
    if (now == Behavior.HOLD_ANSWER) {
      await(until);
    }
    send(exchange, 201, "{\"gateway_ref\": \"" + ref(attempt) + "\"}");
  }

  private synchronized void take(PlacedCall call) {
    calls.put(call.attemptId(), call);
    ledger.add(call);
  }

  private static String ref(String attemptId) {
    return "hand-" + attemptId;
  }

  private void query(HttpExchange exchange, String attemptId) throws IOException {
    PlacedCall call = calls.get(attemptId);
    if (call == null) {
      send(exchange, 404, UNKNOWN);
    } else {
      ObjectNode snapshot = Http.JSON.createObjectNode();
      snapshot.put("attempt_id", attemptId).put("gateway_ref", ref(attemptId));
      snapshot.putArray("events").add(event(call, 1, "call.accepted"));
      send(exchange, 200, snapshot.toString());
    }
  }

  /** An answer, the end, and a report that asks for a call back. */
  private static ArrayNode conversation(PlacedCall call) {
    Instant at = call.placedAt();
    ObjectNode ended = event(call, 3, "call.ended");
    ended.put("disposition", "answered").put("ended_by", "subject");
    ended.put("answered_at", at.plusMillis(2).toString());
    ended.put("ended_at", at.plusMillis(3).toString()).putObject("cause").put("code", "normal");
    ObjectNode report = event(call, 4, "call.report");
    report
        .putObject("report")
        .put("summary_code", "callback_requested")
        .put("reachability", "subject_reached")
        .put("engagement", "completed");
    return Http.JSON.createArrayNode().add(event(call, 2, "call.answered")).add(ended).add(report);
  }

  /** One event a millisecond. */
  private static ObjectNode event(PlacedCall call, int sequence, String type) {
    return Http.JSON
        .createObjectNode()
        .put("event_id", call.attemptId() + "-" + sequence)
        .put("type", type)
        .put("attempt_id", call.attemptId())
        .put("gateway_ref", ref(call.attemptId()))
        .put("sequence", sequence)
        .put("at", call.placedAt().plusMillis(sequence).toString());
  }

  /** Sends the events of a whole conversation once; the status of the answer. */
  int sendEvents(String attemptId) {
    PlacedCall call =
        Objects.requireNonNull(calls.get(attemptId), () -> attemptId + " was never taken");
    String body = conversation(call).toString();
    Instant now = Instant.now();
    String id = RequestBinding.id("POST", EVENTS, "hand" + System.nanoTime());
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
    return http.sendAsync("POST", callback, body, headers).join().status();
  }

  /** Sends each accepted call's events until they are confirmed, and until it is interrupted. */
  void tellAll() {
    Set<String> confirmed = new HashSet<>();
    try {
      while (true) {
        for (String attempt : calls.keySet()) {
          if (!confirmed.contains(attempt) && sendEvents(attempt) == 204) {
            confirmed.add(attempt);
          }
        }
        Thread.sleep(100);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, int status, String body) {
    try (exchange) {
      byte[] bytes = body.getBytes(UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      // the requesting node is dead, as intended
    }
  }

  synchronized List<PlacedCall> ledger() {
    return List.copyOf(ledger);
  }

  @Override
  public String setting() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  @Override
  public void start() {
    server.start();
  }

  @Override
  public void close() {
    hesitation.countDown();
    server.stop(0);
  }
}
