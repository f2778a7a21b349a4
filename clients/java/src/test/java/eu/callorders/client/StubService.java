package eu.callorders.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.sun.net.httpserver.Headers;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A service in memory: tokens, orders with idempotency keys, and scripted faults. */
public final class StubService implements AutoCloseable {
  private final HttpServer server;
  private final ExecutorService threads = Executors.newFixedThreadPool(8);
  private final Map<String, ObjectNode> byKey = new HashMap<>();
  private final List<ObjectNode> orders = Collections.synchronizedList(new ArrayList<>());

  /** The next answers to requests of the API; empty for regular ones. */
  public final Deque<Fault> faults = new ConcurrentLinkedDeque<>();

  /** The next answers to requests of a token; empty for regular ones. */
  public final Deque<Fault> tokenFaults = new ConcurrentLinkedDeque<>();

  public final AtomicInteger tokens = new AtomicInteger();

  /** Runs with the headers of each request of the API before it takes effect. */
  public volatile Consumer<Headers> beforeEach = headers -> {};

  /** Headers of requests of the API, in their order. */
  public final List<Headers> requests = Collections.synchronizedList(new ArrayList<>());

  /**
   * An answer out of order.
   *
   * @param status 0 closes the connection without an answer
   * @param processed whether the request takes effect before
   */
  public record Fault(int status, String code, int retryAfter, boolean processed) {
    /** The request takes effect, its answer is lost. */
    public static Fault lost() {
      return new Fault(0, "", 0, true);
    }

    public static Fault refusal(int status, String code) {
      return new Fault(status, code, 0, false);
    }
  }

  public StubService() throws IOException {
    server = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    server.setExecutor(threads);
    server.createContext("/oauth2/token", this::token);
    server.createContext("/v1/call-orders", this::answer);
    server.start();
  }

  public CallOrderClient.Builder client() {
    return CallOrderClient.builder(address(), "client", "secret");
  }

  CallOrderClient.Builder client(TokenSource tokens) {
    return CallOrderClient.builder(address(), tokens);
  }

  private String address() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  public List<ObjectNode> orders() {
    return List.copyOf(orders);
  }

  private void token(HttpExchange exchange) throws IOException {
    ObjectNode token = ClientJson.mapper().createObjectNode();
    Fault fault = tokenFaults.poll();
    if (fault != null) {
      respond(exchange, fault.status(), token.put("error", fault.code()));
      return;
    }
    token.put("access_token", "token-" + tokens.incrementAndGet()).put("expires_in", 1800);
    respond(exchange, 200, token);
  }

  private void answer(HttpExchange exchange) throws IOException {
    beforeEach.accept(exchange.getRequestHeaders());
    requests.add(exchange.getRequestHeaders());
    byte[] body = exchange.getRequestBody().readAllBytes();
    Fault fault = faults.poll();
    ObjectNode regular = fault == null || fault.processed() ? process(exchange, body) : null;
    if (fault == null) {
      respond(exchange, exchange.getRequestMethod().equals("POST") ? 202 : 200, regular);
    } else if (fault.status() == 0) {
      exchange.close(); // no status line
    } else {
      if (fault.retryAfter() > 0) {
        exchange.getResponseHeaders().add("Retry-After", Integer.toString(fault.retryAfter()));
      }
      ObjectNode problem = ClientJson.mapper().createObjectNode();
      problem.put("status", fault.status()).put("code", fault.code()).put("detail", "scripted");
      respond(exchange, fault.status(), problem.put("trace_id", "trace"));
    }
  }

  private ObjectNode process(HttpExchange exchange, byte[] body) throws IOException {
    if (exchange.getRequestMethod().equals("GET")) {
      return list(String.valueOf(exchange.getRequestURI().getQuery()));
    }
    String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
    synchronized (byKey) {
      ObjectNode known = byKey.get(key);
      if (known == null) {
        known = (ObjectNode) ClientJson.mapper().readTree(body);
        known.put("id", "ord_" + (orders.size() + 1));
        byKey.put(key, known);
        orders.add(known);
      }
      return known;
    }
  }

  private ObjectNode list(String query) {
    ObjectNode page = ClientJson.mapper().createObjectNode();
    ArrayNode rows = page.putArray("data");
    for (JsonNode order : orders()) {
      if (query.contains("client_reference=" + order.path("client_reference").asText())) {
        rows.addObject().put("id", order.path("id").asText());
      }
    }
    page.put("has_more", false).putNull("next_cursor");
    return page;
  }

  /** After 48 hours. */
  public void forgetKeys() {
    synchronized (byKey) {
      byKey.clear();
    }
  }

  private static void respond(HttpExchange exchange, int status, JsonNode json) throws IOException {
    byte[] bytes = json.toString().getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
