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
import java.util.Map;

/** A client of the API on one event loop, over connections that are kept. */
public final class Api implements AutoCloseable {
  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
  private final HttpClient http;
  private final String token;

  /** Opens a client with a token of its own. */
  Api(Sandbox sandbox, int connections) {
    this(URI.create(sandbox.baseUrl()), sandbox.token(), connections);
  }

  /** Opens a client of one address. */
  public Api(URI base, String token, int connections) {
    HttpClientOptions options =
        new HttpClientOptions()
            .setDefaultHost(base.getHost())
            .setDefaultPort(base.getPort())
            .setTcpNoDelay(true);
    this.http = vertx.createHttpClient(options, new PoolOptions().setHttp1MaxSize(connections));
    this.token = token;
  }

  public record Answer(int status, boolean saysWhenToRetry, Buffer body) {
    JsonObject json() {
      return body.toJsonObject();
    }

    /** The body of an answer with that status. */
    Buffer require(int expected) {
      if (status != expected) {
        throw new IllegalStateException("answered " + status + ": " + body);
      }
      return body;
    }
  }

  public Future<Answer> order(Orders.Keyed order) {
    return send(HttpMethod.POST, "/v1/call-orders", order.body(), Http.headers(token, order.key()));
  }

  /** Sends a body, without a key. */
  Future<Answer> post(String target, String body) {
    return send(HttpMethod.POST, target, Buffer.buffer(body), Http.headers(token, ""));
  }

  Future<Answer> form(String target, String form) {
    Map<String, String> headers = Map.of("Content-Type", "application/x-www-form-urlencoded");
    return send(HttpMethod.POST, target, Buffer.buffer(form), headers);
  }

  Future<Answer> get(String target) {
    return send(
        HttpMethod.GET, target, Buffer.buffer(), Map.of("Authorization", "Bearer " + token));
  }

  private Future<Answer> send(
      HttpMethod method, String target, Buffer body, Map<String, String> headers) {
    RequestOptions options = new RequestOptions().setMethod(method).setURI(target);
    headers.forEach(options::putHeader);
    return http.request(options).compose(request -> answer(request, body));
  }

  /** Reads the body as soon as the response is there, before its first bytes are. */
  public static Future<Answer> answer(HttpClientRequest request, Buffer body) {
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

  /** Creates a sequence and activates its first version. */
  void activateSequence(String definition) {
    Answer created = post("/v1/sequences", definition).await();
    String id = created.json().getString("id");
    post("/v1/sequences/" + id + "/versions/1/activate", "").await().require(200);
  }

  public Vertx vertx() {
    return vertx;
  }

  @Override
  public void close() {
    http.close().await();
    vertx.close().await();
  }
}
