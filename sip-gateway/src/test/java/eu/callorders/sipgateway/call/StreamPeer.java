package eu.callorders.sipgateway.call;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.ServerWebSocket;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PemKeyCertOptions;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** The agent of a test, at a WebSocket over TLS. */
final class StreamPeer implements AutoCloseable {
  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;
  private final BlockingQueue<JsonObject> received = new LinkedBlockingQueue<>();
  private volatile ServerWebSocket socket;
  private volatile String authorization = "";

  StreamPeer(Path certificate) throws Exception {
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
    socket = opened;
    opened.textMessageHandler(text -> received.add(new JsonObject(text)));
    opened.closeHandler(closed -> received.add(new JsonObject().put("event", "closed")));
  }

  String uri(String host) {
    return "wss://" + host + ":" + server.actualPort() + "/agent";
  }

  String authorization() {
    return authorization;
  }

  /** The next message of that event; others are dropped. */
  JsonObject expect(String event) throws InterruptedException {
    JsonObject message = next();
    while (!message.getString("event").equals(event)) {
      message = next();
    }
    return message;
  }

  /** The next message, whatever it is. */
  JsonObject next() throws InterruptedException {
    JsonObject message = received.poll(60, TimeUnit.SECONDS);
    if (message == null) {
      throw new AssertionError("no message came");
    }
    return message;
  }

  /** Whether no message of that event has come that was not read. */
  boolean hasNot(String event) {
    return received.stream().noneMatch(message -> message.getString("event").equals(event));
  }

  void send(JsonObject message) {
    socket.writeTextMessage(message.encode());
  }

  void send(String text) {
    socket.writeTextMessage(text);
  }

  /** Speaks a constant sound in µ-law. */
  void speak(byte code, int samples) {
    byte[] sound = new byte[samples];
    Arrays.fill(sound, code);
    send(
        new JsonObject()
            .put("event", "media")
            .put(
                "media",
                new JsonObject().put("payload", Base64.getEncoder().encodeToString(sound))));
  }

  void mark(String name) {
    send(new JsonObject().put("event", "mark").put("mark", new JsonObject().put("name", name)));
  }

  void disconnect() {
    socket.close();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().orTimeout(60, TimeUnit.SECONDS).join();
  }
}
