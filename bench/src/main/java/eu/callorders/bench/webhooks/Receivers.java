package eu.callorders.bench.webhooks;

import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import io.vertx.core.json.JsonObject;
import io.vertx.core.net.PfxOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** TLS endpoints that answer 204, give challenges back, and never answer below {@code /hole}. */
final class Receivers implements AutoCloseable {
  private final List<HttpServer> servers = new ArrayList<>();
  private final LongAdder arrived = new LongAdder();
  private final Map<String, Long> arrivals = new ConcurrentHashMap<>();
  private volatile boolean keeps;

  Receivers(Vertx vertx, ReceiverCertificate certificate, int ports) {
    HttpServerOptions options =
        new HttpServerOptions()
            .setSsl(true)
            .setKeyCertOptions(
                new PfxOptions()
                    .setPath(certificate.store().toString())
                    .setPassword(ReceiverCertificate.PASSWORD));
    for (int i = 0; i < ports; i++) {
      servers.add(
          vertx
              .createHttpServer(options)
              .requestHandler(this::receive)
              .listen(0, "127.0.0.1")
              .await());
    }
  }

  private void receive(HttpServerRequest request) {
    if (request.path().startsWith("/hole")) {
      return;
    }
    long at = System.nanoTime();
    request.body().onSuccess(body -> answer(request, body, at));
  }

  private void answer(HttpServerRequest request, Buffer body, long at) {
    if (request.path().startsWith("/new") && isChallenge(body)) {
      String challenge = body.toJsonObject().getJsonObject("data").getString("challenge");
      request.response().end(new JsonObject().put("challenge", challenge).toBuffer());
      return;
    }
    arrived.increment();
    if (keeps) {
      arrivals.putIfAbsent(request.getHeader("webhook-id"), at);
    }
    request.response().setStatusCode(204).end();
  }

  private static boolean isChallenge(Buffer body) {
    return body.toString().contains("\"webhook_endpoint.verification\"");
  }

  int port(int which) {
    return servers.get(which % servers.size()).actualPort();
  }

  /** All hosts and ports, as operators name extra targets. */
  List<String> targets() {
    return servers.stream().map(server -> "localhost:" + server.actualPort()).toList();
  }

  String url(int which) {
    return "https://localhost:" + port(which);
  }

  /** Requests so far, challenges and those without an answer aside. */
  long arrived() {
    return arrived.sum();
  }

  /** From now on the time of the first arrival of each event is kept. */
  void keepArrivals() {
    keeps = true;
  }

  /** When each event came first, in {@link System#nanoTime()}. */
  Map<String, Long> arrivals() {
    return arrivals;
  }

  @Override
  public void close() {
    servers.forEach(server -> server.close().await());
  }
}
