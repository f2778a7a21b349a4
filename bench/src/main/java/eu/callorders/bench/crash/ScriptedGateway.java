package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.core.signing.MessageSignature;
import eu.callorders.core.signing.RequestBinding;
import eu.callorders.core.signing.SigningSecret;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;

/**
 * A gateway whose every move is made by hand: it hesitates before it takes a call, or before it
 * says so, until it is released, and sends the events of a conversation on request.
 */
final class ScriptedGateway implements GatewayUnderTest {
  private static final String CALLS = "/gateway/v1/calls";
  private static final String EVENTS = "/gateway/v1/events";
  private static final String CAPABILITIES =
      """
      {"idempotent_placing": true, "authoritative_query": true, "machine_detection": true,
       "event_log": false}
      """;

  private final HttpServer server;
  private final MessageSignature signature;
  private final String callback;
  private final Http http = new Http();
  private final Map<String, TakenCall> calls = new ConcurrentHashMap<>();
  private final List<PlacedCall> ledger = new ArrayList<>();
  private final List<String> requests = new CopyOnWriteArrayList<>();
  private volatile Behavior manner = Behavior.ANSWER;
  private volatile CountDownLatch hesitation = new CountDownLatch(0);

  /** How it deals with a request to place a call. */
  enum Behavior {
    /** It takes the call and says so. */
    ANSWER,
    /** Receives the request, and waits until it is released; then it accepts the call if it can. */
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

  /** From now on requests are dealt with in that manner. */
  void behave(Behavior wanted) {
    hesitation.countDown();
    hesitation = new CountDownLatch(wanted == Behavior.ANSWER ? 0 : 1);
    manner = wanted;
  }

  /** How many requests to place a call of that order have come. */
  long requests(String orderId) {
    return requests.stream().filter(orderId::equals).count();
  }

  /** The attempts of an order that were taken. */
  List<String> taken(String orderId) {
    return calls.values().stream()
        .filter(call -> call.orderId().equals(orderId))
        .map(TakenCall::attemptId)
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
    Behavior now = manner;
    requests.add(request.path("call_order_id").asText());
    if (now == Behavior.HOLD_REQUEST) {
      await(until);
      exchange.close();
      return;
    }
    take(request);
    if (now == Behavior.HOLD_ANSWER) {
      await(until);
    }
    send(exchange, 201, "{\"gateway_ref\": \"" + TakenCall.ref(id(request)) + "\"}");
  }

  private synchronized void take(JsonNode request) {
    Instant at = Instant.now();
    String order = request.path("call_order_id").asText();
    calls.put(id(request), new TakenCall(id(request), order, at));
    ledger.add(new PlacedCall(id(request), order, request.path("to").asText(), at, null, false));
  }

  private static String id(JsonNode request) {
    return request.path("attempt_id").asText();
  }

  private void query(HttpExchange exchange, String attemptId) throws IOException {
    TakenCall call = calls.get(attemptId);
    if (call == null) {
      send(
          exchange,
          404,
          """
          {"type": "about:blank", "title": "unknown attempt", "status": 404,
           "code": "unknown_attempt"}
          """);
    } else {
      ObjectNode snapshot = Http.JSON.createObjectNode();
      snapshot.put("attempt_id", attemptId).put("gateway_ref", TakenCall.ref(attemptId));
      snapshot.putArray("events").add(call.accepted());
      send(exchange, 200, snapshot.toString());
    }
  }

  /**
   * Sends the events of a whole conversation once.
   *
   * @return the status of the answer
   */
  int sendEvents(String attemptId) throws InterruptedException {
    TakenCall call = calls.get(attemptId);
    if (call == null) {
      throw new IllegalArgumentException(attemptId + " was never taken");
    }
    byte[] body = call.conversation().toString().getBytes(StandardCharsets.UTF_8);
    Instant now = Instant.now();
    String id = RequestBinding.id("POST", EVENTS, "hand" + System.nanoTime());
    return http.send(
            "POST",
            callback,
            new String(body, StandardCharsets.UTF_8),
            Map.of(
                MessageSignature.ID_HEADER,
                id,
                MessageSignature.TIMESTAMP_HEADER,
                MessageSignature.timestamp(now),
                MessageSignature.SIGNATURE_HEADER,
                signature.sign(id, now, body),
                "Content-Type",
                "application/json"))
        .status();
  }

  /**
   * Sends the events of every accepted call until it is interrupted; confirmed ones are not sent
   * again.
   */
  void tellAll() throws InterruptedException {
    Set<String> confirmed = new HashSet<>();
    while (true) {
      for (String attempt : calls.keySet()) {
        if (!confirmed.contains(attempt) && sendEvents(attempt) == 204) {
          confirmed.add(attempt);
        }
      }
      Thread.sleep(100);
    }
  }

  private static void await(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void send(HttpExchange exchange, int status, String body) throws IOException {
    try (exchange) {
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", "application/json");
      exchange.sendResponseHeaders(status, bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (IOException e) {
      // the requesting node is dead, as intended
    }
  }

  /** What it has taken, in its order. */
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
  public void kill() {
    throw new UnsupportedOperationException("it lives in the campaign");
  }

  @Override
  public @Nullable Path callLog() {
    return null;
  }

  @Override
  public void close() {
    hesitation.countDown();
    server.stop(0);
  }
}
