package eu.callorders.server.webhook.delivery;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import io.vertx.core.MultiMap;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerRequest;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.BiConsumer;

/** A local endpoint that records its requests. */
public final class Receiver implements AutoCloseable {
  public final List<ReceivedRequest> requests = new CopyOnWriteArrayList<>();
  private final HttpServer server;
  private volatile BiConsumer<HttpServerRequest, String> responder = Receiver::noContent;

  public Receiver(Vertx vertx) {
    server =
        vertx
            .createHttpServer()
            .requestHandler(
                request ->
                    request
                        .body()
                        .onSuccess(
                            body -> {
                              String text = body.toString();
                              requests.add(new ReceivedRequest(request.headers(), body));
                              responder.accept(request, text);
                            }))
            .listen(0, "127.0.0.1")
            .await();
  }

  public record ReceivedRequest(MultiMap headers, Buffer bytes) {
    public String id() {
      return headers.get("webhook-id");
    }

    public String body() {
      return bytes.toString();
    }

    public JsonNode json() {
      return Json.parse(body());
    }
  }

  public String hostAndPort() {
    return "localhost:" + server.actualPort();
  }

  public String url() {
    return "http://" + hostAndPort() + "/hooks?key=secret";
  }

  public void respondWith(BiConsumer<HttpServerRequest, String> handler) {
    responder = handler;
  }

  public void respondWith(int status) {
    responder = (request, body) -> request.response().setStatusCode(status).end();
  }

  /** Responds to every challenge correctly. */
  public void respondToChallenges() {
    responder =
        (request, body) ->
            request
                .response()
                .end(
                    Json.object()
                        .put("challenge", Json.parse(body).at("/data/challenge").asText())
                        .toString());
  }

  private static void noContent(HttpServerRequest request, String body) {
    request.response().setStatusCode(204).end();
  }

  @Override
  public void close() {
    server.close().await();
  }
}
