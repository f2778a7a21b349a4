package eu.callorders.server.auth;

import static eu.callorders.server.TestNode.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.auth.IssuerFixture.RegisteredClient;
import eu.callorders.server.json.Json;
import eu.callorders.server.ratelimit.AnonymousRateLimiter;
import eu.callorders.server.ratelimit.RateLimit;
import eu.callorders.server.ratelimit.RateLimiter;
import io.vertx.core.http.HttpServer;
import io.vertx.ext.web.Router;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Base64;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/** The token endpoint on a free port and requests to it. */
final class TokenEndpoint implements BeforeEachCallback, AfterAllCallback {
  static final String FORM = "application/x-www-form-urlencoded";
  private final HttpClient http = HttpClient.newHttpClient();
  static final RateLimit LIMIT = new RateLimit(100, 1000);
  final IssuerFixture auth = new IssuerFixture();
  final AnonymousRateLimiter limit;
  final HttpServer server;
  volatile String sourceAddress = "";

  TokenEndpoint() {
    limit = new AnonymousRateLimiter(new RateLimiter(auth.node.clock), LIMIT);
    Router router = Router.router(auth.node.vertx);
    new IssuerRoutes(
            auth.issuer, auth.keys, () -> TokenForge.ISSUER, context -> sourceAddress, limit)
        .mount(router);
    server =
        await(auth.node.vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
  }

  @Override
  public void afterAll(ExtensionContext tests) {
    close();
  }

  private void close() {
    http.close();
    await(server.close());
    auth.close();
  }

  @Override
  public void beforeEach(ExtensionContext test) {
    sourceAddress = "192.0.2.1";
  }

  void fail(RegisteredClient client, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(post(form(client.clientId(), "cosk_wrong")).statusCode()).isIn(400, 401);
    }
  }

  static void assertError(HttpResponse<String> response, int status, String error) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(header(response, "content-type")).isEqualTo("application/json");
    assertThat(header(response, "cache-control")).isEqualTo("no-store");
    JsonNode body = Json.parse(response.body());
    assertThat(body.path("error").textValue()).isEqualTo(error);
    assertThat(body.path("error_description").textValue()).isNotBlank();
    assertThat(body.fieldNames()).toIterable().containsExactly("error", "error_description");
  }

  static String form(RegisteredClient client) {
    return form(client.clientId(), client.clientSecret());
  }

  static String form(String clientId, String secret) {
    return "grant_type=client_credentials&client_id="
        + URLEncoder.encode(clientId, UTF_8)
        + "&client_secret="
        + URLEncoder.encode(secret, UTF_8);
  }

  HttpResponse<String> basic(String credentials, String form) {
    String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
    return send(
        request()
            .header("content-type", FORM)
            .header("authorization", "Basic " + encoded)
            .POST(body(form)));
  }

  HttpResponse<String> authorized(String authorization) {
    return send(
        request()
            .header("content-type", FORM)
            .header("authorization", authorization)
            .POST(body("grant_type=client_credentials")));
  }

  HttpResponse<String> post(String form) {
    return send(request().header("content-type", FORM).POST(body(form)));
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)));
  }

  HttpRequest.Builder request() {
    return HttpRequest.newBuilder(uri("/oauth2/token"));
  }

  static HttpRequest.BodyPublisher body(String text) {
    return BodyPublishers.ofString(text);
  }

  URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.actualPort() + path);
  }

  HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return http.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }
}
