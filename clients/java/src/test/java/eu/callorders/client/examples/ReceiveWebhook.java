package eu.callorders.client.examples;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.client.WebhookVerifier;
import eu.callorders.client.WebhookVerifier.InvalidWebhookException;
import eu.callorders.client.model.Event;
import eu.callorders.client.model.WebhookVerificationEvent;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;

/** Receives webhooks and verifies them. */
public final class ReceiveWebhook {
  private ReceiveWebhook() {}

  /** Starts a receiver on this machine; port 0 is a free one. */
  public static HttpServer start(int port, WebhookVerifier verifier, Consumer<Event> received)
      throws IOException {
    HttpServer server = HttpServer.create(new InetSocketAddress("127.0.0.1", port), 0);
    server.createContext("/hooks", exchange -> receive(exchange, verifier, received));
    server.start();
    return server;
  }

  private static void receive(
      HttpExchange exchange, WebhookVerifier verifier, Consumer<Event> received)
      throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    try {
      Event event = verifier.verify(body, exchange.getRequestHeaders());
      received.accept(event); // fast: an answer after 15 seconds counts as a failure
      respond(exchange, 200, answer(event));
    } catch (InvalidWebhookException e) {
      respond(exchange, 400, "");
    }
  }

  /** A new endpoint is asked for its challenge once. */
  private static String answer(Event event) {
    return event instanceof WebhookVerificationEvent verification
        ? "{\"challenge\": \"" + verification.data().challenge() + "\"}"
        : "";
  }

  private static void respond(HttpExchange exchange, int status, String text) throws IOException {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    exchange.getResponseHeaders().add("Content-Type", "application/json");
    exchange.sendResponseHeaders(status, bytes.length == 0 ? -1 : bytes.length);
    exchange.getResponseBody().write(bytes);
    exchange.close();
  }
}
