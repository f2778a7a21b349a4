package eu.callorders.server.cli.events;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.server.cli.client.ClientCommandRun;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A service that is away for more retries than a single command makes. */
@Tag("long")
class FeedOutageTest {
  private static final int OUTAGE = 6;
  private static final String TOKEN = "{\"access_token\":\"t\",\"expires_in\":600}";

  private final AtomicInteger requests = new AtomicInteger();
  private HttpServer service;

  @BeforeEach
  void start() throws IOException {
    service = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
    service.createContext("/oauth2/token", exchange -> respond(exchange, 200, TOKEN));
    service.createContext("/v1/events", this::page);
    service.start();
  }

  @AfterEach
  void stop() {
    service.stop(0);
  }

  /** The first page has an event; the second one comes after the outage. */
  private void page(HttpExchange exchange) throws IOException {
    int request = requests.incrementAndGet();
    if (request > 1 && request <= OUTAGE + 1) {
      respond(exchange, 503, "{\"code\":\"unavailable\"}");
    } else if (request == 1) {
      respond(exchange, 200, page("evt_1", true, "cursor-1"));
    } else {
      respond(exchange, 200, page("evt_2", false, "cursor-2"));
    }
  }

  private static String page(String id, boolean hasMore, String cursor) {
    return "{\"data\":[{\"id\":\"%s\",\"type\":\"x\"}],\"has_more\":%s,\"next_cursor\":\"%s\"}"
        .formatted(id, hasMore, cursor);
  }

  private static void respond(HttpExchange exchange, int status, String body) throws IOException {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    exchange.sendResponseHeaders(status, bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }

  @Test
  void waitsForTheServiceAndSaysSoOnce() {
    ClientCommandRun tail = tail();

    assertThat(tail.exit()).as(tail.err()).isZero();
    assertThat(tail.out().lines()).hasSize(2);
    assertThat(tail.err().lines())
        .satisfiesExactly(
            line -> assertThat(line).startsWith("Waiting for the service: 503 unavailable"),
            line -> assertThat(line).isEqualTo("The service responds again."),
            line -> assertThat(line).isEqualTo("continue with --from cursor-2"));
  }

  @Test
  void saysHowToContinueAfterARefusal() throws IOException {
    service.removeContext("/v1/events");
    service.createContext(
        "/v1/events",
        exchange -> {
          if (requests.incrementAndGet() == 1) {
            respond(exchange, 200, page("evt_1", true, "cursor-1"));
          } else {
            respond(exchange, 403, "{\"code\":\"ip_not_allowlisted\"}");
          }
        });
    ClientCommandRun tail = tail();

    assertThat(tail.exit()).isEqualTo(1);
    assertThat(tail.err()).startsWith("continue with --from cursor-1").contains("ip_not_allow");
  }

  private ClientCommandRun tail() {
    Map<String, String> environment =
        Map.of(
            "CALLORDERS_API_URL", "http://127.0.0.1:" + service.getAddress().getPort(),
            "CALLORDERS_CLIENT_ID", "client",
            "CALLORDERS_CLIENT_SECRET", "secret");
    return ClientCommandRun.of(environment, "events", "tail", "--from", "start", "--no-follow");
  }
}
