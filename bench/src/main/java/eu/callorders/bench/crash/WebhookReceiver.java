package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * A webhook endpoint outside the service that keeps the identifiers of the events it receives. The
 * header by which receivers recognize a repetition has to be the identifier of the event.
 */
final class WebhookReceiver implements AutoCloseable {
  private static final String VERIFICATION = "webhook_endpoint.verification";
  private static final Duration VERIFICATION_LIMIT = Duration.ofMinutes(1);

  private final HttpServer server;
  private final Set<String> received = ConcurrentHashMap.newKeySet();
  private final Violations faults = new Violations();

  private WebhookReceiver(HttpServer server) {
    this.server = server;
  }

  static WebhookReceiver start() throws IOException {
    HttpServer server =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    WebhookReceiver receiver = new WebhookReceiver(server);
    server.createContext("/", receiver::receive);
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.start();
    return receiver;
  }

  /** Host and port, as an operator names an extra target. */
  String target() {
    return "localhost:" + server.getAddress().getPort();
  }

  /** Registers the endpoint, for all events, and waits until the service has verified it. */
  void register(CampaignTenant tenancy) throws InterruptedException {
    String body = "{\"url\": \"http://" + target() + "/\"}";
    Http.Answer answer = tenancy.insist("POST", "/v1/webhook-endpoints", body);
    if (answer.status() != 201) {
      throw new IllegalStateException("the endpoint was answered " + answer);
    }
    String id = answer.body().path("id").asText();
    Instant giveUp = Instant.now().plus(VERIFICATION_LIMIT);
    while (!isActive(tenancy, id)) {
      if (Instant.now().isAfter(giveUp)) {
        throw new IllegalStateException(
            "the endpoint was not verified within " + VERIFICATION_LIMIT);
      }
      Thread.sleep(100);
    }
  }

  private static boolean isActive(CampaignTenant tenancy, String id) throws InterruptedException {
    JsonNode endpoint = tenancy.insist("GET", "/v1/webhook-endpoints/" + id, "").body();
    return endpoint.path("status").asText().equals("active");
  }

  private void receive(HttpExchange exchange) throws IOException {
    try (exchange) {
      JsonNode event = Http.JSON.readTree(exchange.getRequestBody().readAllBytes());
      if (event.path("type").asText().equals(VERIFICATION)) {
        String challenge = event.path("data").path("challenge").asText();
        byte[] answer =
            Http.JSON
                .createObjectNode()
                .put("challenge", challenge)
                .toString()
                .getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(200, answer.length);
        exchange.getResponseBody().write(answer);
      } else {
        String id = event.path("id").asText();
        String header = exchange.getRequestHeaders().getFirst("webhook-id");
        faults.unless(id.equals(header), "event %s came as webhook-id %s".formatted(id, header));
        received.add(id);
        exchange.sendResponseHeaders(204, -1);
      }
    }
  }

  /** Identifiers of the events that have come at least once. */
  Set<String> received() {
    return Set.copyOf(received);
  }

  /** Requests whose header names another event than their body. */
  List<String> faults() {
    return faults.found();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
