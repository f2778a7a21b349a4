package eu.callorders.console;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import eu.callorders.console.api.Json;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executors;

/**
 * Receives webhooks; below {@code /broken} it only answers the verification, until the path is
 * repaired, and below {@code /gone} it then refuses all of them for good.
 */
public final class WebhookReceiver implements AutoCloseable {
  private static final int OK = 200;
  private static final int GONE = 410;
  private static final int UNAVAILABLE = 503;

  private final HttpServer server;
  private final Set<String> repaired = ConcurrentHashMap.newKeySet();

  public WebhookReceiver() {
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
    server.createContext("/", this::handle);
    server.start();
  }

  /** Host and port, as an extra webhook target. */
  public String target() {
    return "127.0.0.1:" + server.getAddress().getPort();
  }

  public String url(String path) {
    return "http://" + target() + path;
  }

  /** Accepts all webhooks for that path from now on. */
  public void repair(String path) {
    repaired.add(path);
  }

  private void handle(HttpExchange exchange) throws IOException {
    String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
    JsonNode challenge = Json.parse(body).orElseThrow().path("data").path("challenge");
    String path = exchange.getRequestURI().getPath();
    boolean broken = path.startsWith("/broken") && !repaired.contains(path);
    byte[] response =
        challenge.isTextual()
            ? Json.object().set("challenge", challenge).toString().getBytes(StandardCharsets.UTF_8)
            : new byte[0];
    int failure = path.startsWith("/gone") ? GONE : broken ? UNAVAILABLE : OK;
    int status = challenge.isTextual() ? OK : failure;
    exchange.sendResponseHeaders(status, response.length == 0 ? -1 : response.length);
    exchange.getResponseBody().write(response);
    exchange.close();
  }

  @Override
  public void close() {
    server.stop(0);
  }
}
