package eu.callorders.bench;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.json.JsonObject;
import java.net.URI;

/** A client of the API on one event loop, over connections that are kept. */
final class Api implements AutoCloseable {
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
  private final HttpClient http;
  private final String authorization;

  /** Opens a client with a token of its own. */
  Api(Sandbox sandbox, int connections) {
    URI base = URI.create(sandbox.baseUrl());
    this.http =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setDefaultHost(base.getHost())
                .setDefaultPort(base.getPort())
                .setTcpNoDelay(true),
            new PoolOptions().setHttp1MaxSize(connections));
    this.authorization = "Bearer " + sandbox.token();
  }

  /** An answer. */
  record Answer(int status, boolean saysWhenToRetry, Buffer body) {
    JsonObject json() {
      return body.toJsonObject();
    }
  }

  /** Orders a call, with a key. */
  Future<Answer> order(Buffer order, String key) {
    return http.request(options(HttpMethod.POST, "/v1/call-orders"))
        .compose(
            request ->
                answer(
                    request
                        .putHeader("Content-Type", "application/json")
                        .putHeader("Idempotency-Key", key),
                    order));
  }

  /** Sends a body, without a key. */
  Future<Answer> post(String target, Buffer body) {
    return http.request(options(HttpMethod.POST, target))
        .compose(request -> answer(request.putHeader("Content-Type", "application/json"), body));
  }

  /** Sends a form, without the token. */
  Future<Answer> form(String target, Buffer form) {
    return http.request(new RequestOptions().setMethod(HttpMethod.POST).setURI(target))
        .compose(
            request ->
                answer(
                    request.putHeader("Content-Type", "application/x-www-form-urlencoded"), form));
  }

  Future<Answer> get(String target) {
    return http.request(options(HttpMethod.GET, target))
        .compose(request -> answer(request, Buffer.buffer()));
  }

  private RequestOptions options(HttpMethod method, String target) {
    return new RequestOptions()
        .setMethod(method)
        .setURI(target)
        .putHeader("Authorization", authorization);
  }

  private static Future<Answer> answer(HttpClientRequest request, Buffer body) {
    return request
        .send(body)
        .compose(
            response ->
                response
                    .body()
                    .map(
                        content ->
                            new Answer(
                                response.statusCode(),
                                response.getHeader("Retry-After") != null,
                                content)));
  }

  Vertx vertx() {
    return vertx;
  }

  @Override
  public void close() {
    http.close().await();
    vertx.close().await();
  }
}
