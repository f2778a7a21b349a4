package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/** A webhook endpoint that keeps the identifiers of its events; the header has to name them too. */
public final class WebhookReceiver implements AutoCloseable {
  private static final String VERIFICATION = "webhook_endpoint.verification";
  private static final Duration VERIFICATION_LIMIT = Duration.ofMinutes(1);

  /** At the same port. */
  final PredialReceiver predial = new PredialReceiver(this::target);

  private final HttpServer server;
  private final Set<String> received = ConcurrentHashMap.newKeySet();
  private final Set<String> repeated = ConcurrentHashMap.newKeySet();
  private final Violations faults = new Violations();
  private volatile boolean refusing;

  private WebhookReceiver(HttpServer server) {
    this.server = server;
  }

  static WebhookReceiver start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    WebhookReceiver receiver = new WebhookReceiver(server);
    server.createContext("/", receiver::receive);
    server.createContext(PredialReceiver.PATH, receiver.predial::receive);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return receiver;
  }

  /** Host and port, as an operator names an extra target. */
  String target() {
    return "localhost:" + server.getAddress().getPort();
  }

  /** Registers the endpoint, for all events, and waits until the service has verified it. */
  public void register(CampaignTenant tenancy) throws Exception {
    String body = "{\"url\": \"http://" + target() + "/\"}";
    JsonNode endpoint =
        tenancy.insist("POST", "/v1/webhook-endpoints", body).require("the endpoint");
    String path = "/v1/webhook-endpoints/" + endpoint.path("id").asText();
    Polling.until(
        VERIFICATION_LIMIT,
        100,
        "the endpoint was not verified",
        () -> tenancy.insist("GET", path, "").body().path("status").asText().equals("active"));
  }

  /** Whether everything from now on is answered 503. */
  public void refuse(boolean refuses) {
    refusing = refuses;
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      if (refusing) {
        exchange.sendResponseHeaders(503, -1);
        return;
      }
      JsonNode event = Http.JSON.readTree(exchange.getRequestBody().readAllBytes());
      if (event.path("type").asText().equals(VERIFICATION)) {
        String challenge = event.at("/data/challenge").asText();
        byte[] answer = Http.JSON.writeValueAsBytes(Map.of("challenge", challenge));
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      } else {
        String id = event.path("id").asText();
        String header = exchange.getRequestHeaders().getFirst("webhook-id");
        faults.unless(id.equals(header), "event %s came as webhook-id %s".formatted(id, header));
        if (!received.add(id)) {
          repeated.add(id);
        }
        exchange.sendResponseHeaders(204, -1);
      }
    }
  }

  /** Identifiers of the events that have come at least once. */
  public Set<String> received() {
    return Set.copyOf(received);
  }

  /** Identifiers of the events that have come more than once. */
  public Set<String> repeated() {
    return Set.copyOf(repeated);
  }

  /** Requests whose header names another event than their body. */
  public List<String> faults() {
    return faults.found();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
