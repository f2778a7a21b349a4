package eu.callorders.sipgateway.call;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.sipgateway.realtime.RealtimeSchema;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Path;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The provider of a test, at a WebSocket over TLS. Every message both ways obeys its schema. */
final class RealtimePeer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final RealtimeSchema schema;
  private final HttpServer server;
  private final BlockingQueue<String> received = new LinkedBlockingQueue<>();
  private volatile ServerWebSocket socket;
  private volatile String authorization = "";
  private volatile String uri = "";
  private volatile boolean closed;

  RealtimePeer(Path certificate) throws Exception {
    schema = new RealtimeSchema();
    server =
        vertx
            .createHttpServer(
                new HttpServerOptions()
                    .setSsl(true)
                    .setKeyCertOptions(
                        new PemKeyCertOptions()
                            .setKeyPath(certificate.toString())
                            .setCertPath(certificate.toString())))
            .webSocketHandler(this::connected)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .get(60, TimeUnit.SECONDS);
  }

  private void connected(ServerWebSocket opened) {
    authorization = opened.headers().get("Authorization");
    uri = opened.uri();
    socket = opened;
    opened.textMessageHandler(received::add);
    opened.closeHandler(
        end -> {
          closed = true;
          received.add("closed");
        });
  }

  String baseUrl(String host) {
    return "https://" + host + ":" + server.actualPort() + "/v1";
  }

  String authorization() {
    return authorization;
  }

  String uri() {
    return uri;
  }

  /** The next message of that type, by the schema; others are checked and dropped. */
  JsonNode expect(String type) throws Exception {
    while (true) {
      String text = received.poll(60, TimeUnit.SECONDS);
      if (text == null || text.equals("closed")) {
        throw new AssertionError("no message " + type + ", but " + text);
      }
      JsonNode message = schema.checkClient(text);
      if (message.path("type").asText().equals(type)) {
        return message;
      }
    }
  }

  /** Whether no message of that type has come that was not read. */
  boolean hasNot(String type) {
    return received.stream().noneMatch(text -> text.contains("\"" + type + "\""));
  }

  /** Waits until the gateway has closed the connection; checks what came before. */
  void awaitClose() throws Exception {
    String text = received.poll(60, TimeUnit.SECONDS);
    while (text != null && !text.equals("closed")) {
      schema.checkClient(text);
      text = received.poll(60, TimeUnit.SECONDS);
    }
    if (text == null || !closed) {
      throw new AssertionError("the connection is open");
    }
  }

  void send(String message) throws Exception {
    schema.checkServer(message);
    sendUnchecked(message);
  }

  /** Sends what the schema forbids. */
  void sendUnchecked(String message) {
    socket.writeTextMessage(message);
  }

  void disconnect() {
    socket.close();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }
}
