package eu.callorders.server.auth;

import static eu.callorders.server.TestNode.await;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.auth.IssuerFixture.RegisteredClient;
import eu.callorders.server.auth.Registration.NewSecret;
import eu.callorders.server.auth.Registration.Settings;
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
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerRoutesTest {
  private static final String FORM = "application/x-www-form-urlencoded";
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private static final RateLimit LIMIT = new RateLimit(100, 1000);

  private static IssuerFixture auth;
  private static AnonymousRateLimiter limit;
  private static HttpServer server;
  private static volatile String sourceAddress;

  @BeforeAll
  static void start() {
    auth = new IssuerFixture();
    limit = new AnonymousRateLimiter(new RateLimiter(auth.node.clock), LIMIT);
    Router router = Router.router(auth.node.vertx);
    new IssuerRoutes(
            auth.issuer, auth.keys, () -> TokenForge.ISSUER, context -> sourceAddress, limit)
        .mount(router);
    server =
        await(auth.node.vertx.createHttpServer().requestHandler(router).listen(0, "127.0.0.1"));
  }

  @AfterAll
  static void stop() {
    HTTP.close();
    await(server.close());
    auth.close();
  }

  @BeforeEach
  void resetAddress() {
    sourceAddress = "192.0.2.1";
  }

  @Test
  void grantsAllScopesByDefault() {
    RegisteredClient client = auth.client(Scope.ORDERS_WRITE, Scope.CONFIG_READ);

    HttpResponse<String> response = post(form(client));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(header(response, "content-type")).isEqualTo("application/json");
    assertThat(header(response, "cache-control")).isEqualTo("no-store");
    JsonNode body = Json.parse(response.body());
    assertThat(body.fieldNames())
        .toIterable()
        .containsExactly("access_token", "token_type", "expires_in", "scope");
    assertThat(body.path("token_type").textValue()).isEqualTo("Bearer");
    assertThat(body.path("expires_in").intValue()).isEqualTo(1800);
    assertThat(body.path("scope").textValue()).isEqualTo("orders:write config:read");
  }

  @Test
  void issuesRfc9068Token() {
    RegisteredClient client = auth.client(Scope.ORDERS_WRITE);
    String[] token =
        Json.parse(post(form(client)).body()).path("access_token").textValue().split("\\.");
    JsonNode header = decoded(token[0]);
    JsonNode claims = decoded(token[1]);

    assertThat(header.path("typ").textValue()).isEqualTo("at+jwt");
    assertThat(header.path("alg").textValue()).isEqualTo("RS256");
    assertThat(
            Json.parse(get("/.well-known/jwks.json").body()).path("keys").findValuesAsText("kid"))
        .contains(header.path("kid").textValue());
    long now = auth.node.clock.instant().getEpochSecond();
    assertThat(claims)
        .isEqualTo(
            Json.object()
                .put("iss", "https://auth.test.example")
                .put("aud", "https://api.test.example")
                .put("sub", client.clientId())
                .put("client_id", client.clientId())
                .put("tenant_id", IdKind.TENANT.format(auth.tenant.id()))
                .put("scope", "orders:write")
                .put("iat", (int) now)
                .put("exp", (int) now + 1800)
                .put("jti", claims.path("jti").textValue())
                .put("environment", "sandbox")
                .put("secret_id", IdKind.CLIENT_SECRET.format(client.secret().id())));
  }

  @Test
  void acceptsHttpBasicWithEncodedCredentials() {
    RegisteredClient client = auth.client();
    String encoded =
        client.clientId().replace("_", "%5F") + ":" + client.clientSecret().replace("_", "%5f");

    assertThat(basic(encoded, "grant_type=client_credentials").statusCode()).isEqualTo(200);
    assertThat(
            basic(encoded, "grant_type=client_credentials&client_id=" + client.clientId())
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void grantsRequestedScopesThatAreHeld() {
    RegisteredClient client = auth.client(Scope.ORDERS_WRITE, Scope.ORDERS_READ);

    assertThat(
            Json.parse(post(form(client) + "&scope=orders:read").body()).path("scope").textValue())
        .isEqualTo("orders:read");
    for (String scope :
        List.of(
            "config:read",
            "orders:read+config:read",
            "nonsense",
            "+",
            "orders:read++",
            "ORDERS:READ")) {
      assertError(post(form(client) + "&scope=" + scope), 400, "invalid_scope");
    }
  }

  @Test
  void treatsEmptyScopeAsAbsent() {
    RegisteredClient client = auth.client(Scope.ORDERS_READ);

    assertThat(post(form(client) + "&scope=").statusCode()).isEqualTo(200);
  }

  @ParameterizedTest
  @CsvSource({
    "'', invalid_request",
    "grant_type=, invalid_request",
    "grant_type=client_credentials&grant_type=client_credentials, invalid_request",
    "grant_type=client_credentials&%zz=1, invalid_request",
    "grant_type=client_credentials&client_id=%ff, invalid_request",
    "grant_type=%c3%28, invalid_request",
    "grant_type=password, unsupported_grant_type",
    "grant_type=refresh_token, unsupported_grant_type",
    "grant_type=CLIENT_CREDENTIALS, unsupported_grant_type",
  })
  void rejectsMalformedRequests(String body, String error) {
    assertError(post(body), 400, error);
  }

  @Test
  void rejectsRepeatedParameters() {
    assertError(post(form(auth.client()) + "&client_id=x"), 400, "invalid_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/plain", "multipart/form-data; boundary=x", "x"})
  void rejectsOtherMediaTypes(String mediaType) {
    assertError(
        send(request().header("content-type", mediaType).POST(body(form(auth.client())))),
        400,
        "invalid_request");
  }

  @Test
  void rejectsMissingMediaType() {
    assertError(send(request().POST(body(form(auth.client())))), 400, "invalid_request");
  }

  @Test
  void acceptsMediaTypeParameters() {
    assertThat(
            send(request()
                    .header("content-type", "Application/X-WWW-Form-Urlencoded; charset=utf-8")
                    .POST(body(form(auth.client()))))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void rejectsTwoAuthenticationMethods() {
    RegisteredClient client = auth.client();
    String credentials = client.clientId() + ":" + client.clientSecret();

    assertError(basic(credentials, form(client)), 400, "invalid_request");
    assertError(
        basic(credentials, "grant_type=client_credentials&client_id=cli_other"),
        400,
        "invalid_request");
  }

  @Test
  void rejectsCredentialsInQuery() {
    RegisteredClient client = auth.client();
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri("/oauth2/token?" + form(client))).header("content-type", FORM);

    assertError(send(request.POST(body("grant_type=client_credentials"))), 401, "invalid_client");
  }

  @Test
  void rejectsInvalidClientsWithSameResponse() {
    RegisteredClient client = auth.client();
    RegisteredClient disabled = auth.client();
    auth.change(disabled, RegistrationChanges::disabled);
    String unknown = IdKind.CLIENT.format(new UUID(7, 7));
    List<HttpResponse<String>> refused =
        List.of(
            post(form(client.clientId(), "cosk_wrong")),
            post(form(client.clientId(), client.clientSecret() + "x")),
            post(form(unknown, client.clientSecret())),
            post(form("unknown", client.clientSecret())),
            post(form(disabled)),
            post("grant_type=client_credentials&client_id=" + client.clientId()),
            post("grant_type=client_credentials&client_secret=" + client.clientSecret()),
            post("grant_type=client_credentials"),
            basic(client.clientId(), "grant_type=client_credentials"),
            basic(":", "grant_type=client_credentials"),
            basic("%:%", "grant_type=client_credentials"),
            authorized("Bearer x"),
            authorized("Basic *"),
            authorized("Basic"));

    assertThat(refused).allSatisfy(response -> assertError(response, 401, "invalid_client"));
    assertThat(refused)
        .allSatisfy(
            response ->
                assertThat(header(response, "www-authenticate")).startsWith("Basic realm="));
    assertThat(refused).extracting(HttpResponse::body).containsOnly(refused.getFirst().body());
  }

  @Test
  void rejectsClientOfDisabledTenant() {
    RegisteredClient client = auth.client();
    auth.disableTenant();
    try {
      assertError(post(form(client)), 401, "invalid_client");
    } finally {
      await(auth.node.database.workers().query("UPDATE tenant SET disabled = false").execute());
    }
  }

  @Test
  void acceptsTwoSecretsUntilOneIsRevoked() {
    RegisteredClient client = auth.client();
    NewSecret second = auth.addSecret(client);
    String other = form(client.clientId(), second.secret().text());

    assertThat(post(form(client)).statusCode()).isEqualTo(200);
    assertThat(post(other).statusCode()).isEqualTo(200);
    auth.revoke(client, client.secret(), false);
    assertError(post(form(client)), 401, "invalid_client");
    assertThat(post(other).statusCode()).isEqualTo(200);
  }

  @Test
  void doesNotCountFailuresFromOutsideAllowlist() {
    RegisteredClient client =
        auth.client(new Settings("Bound", Scope.all(), List.of("192.0.2.0/28"), false, null));
    sourceAddress = "198.51.100.7";
    assertError(post(form(client)), 400, "unauthorized_client");
    fail(client, 25);

    sourceAddress = "192.0.2.7";
    assertThat(post(form(client)).statusCode()).isEqualTo(200);
  }

  @Test
  void locksRegistrationAfterTwentyFailures() {
    RegisteredClient client = auth.client();
    fail(client, 20);

    HttpResponse<String> locked = post(form(client));
    assertError(locked, 429, "temporarily_unavailable");
    assertThat(header(locked, "retry-after")).isEqualTo("60");
    auth.node.clock.advance(Duration.ofSeconds(60));
    assertThat(post(form(client)).statusCode()).isEqualTo(200);
  }

  @Test
  void lockOfUnknownAddressesSparesKnownAddress() {
    RegisteredClient client = auth.client();
    sourceAddress = "2001:db8:0:1::1";
    assertThat(post(form(client)).statusCode()).isEqualTo(200);
    sourceAddress = "198.51.100.7";
    fail(client, 20);
    assertError(post(form(client)), 429, "temporarily_unavailable");

    sourceAddress = "2001:db8:0:1:ffff::2";
    assertThat(post(form(client)).statusCode()).isEqualTo(200);
    sourceAddress = "2001:db8:0:2::1";
    assertError(post(form(client)), 429, "temporarily_unavailable");
  }

  @Test
  void lockOfKnownAddressSparesOthers() {
    RegisteredClient client = auth.client();
    sourceAddress = "198.51.100.8";
    assertThat(post(form(client)).statusCode()).isEqualTo(200);
    fail(client, 20);
    assertError(post(form(client)), 429, "temporarily_unavailable");

    sourceAddress = "198.51.100.9";
    assertThat(post(form(client)).statusCode()).isEqualTo(200);
  }

  @Test
  void knownAddressExpiresAfterOneDay() {
    RegisteredClient client = auth.client();
    assertThat(post(form(client)).statusCode()).isEqualTo(200);
    auth.node.clock.advance(Duration.ofHours(24).plusMinutes(1));
    sourceAddress = "198.51.100.7";
    fail(client, 20);

    sourceAddress = "192.0.2.1";
    assertError(post(form(client)), 429, "temporarily_unavailable");
  }

  @Test
  void limitsAddressWithOAuthError() {
    sourceAddress = "203.0.113.200";
    HttpResponse<String> first = post("");
    for (int i = 1; i < LIMIT.burst(); i++) {
      limit.tryAcquire(sourceAddress);
    }
    HttpResponse<String> refused = post("");

    assertThat(header(first, "ratelimit-limit")).isEqualTo("1000");
    assertThat(header(first, "ratelimit-remaining")).isEqualTo("999");
    assertError(refused, 429, "temporarily_unavailable");
    assertThat(header(refused, "retry-after")).isEqualTo("1");
    assertThat(header(refused, "ratelimit-remaining")).isEqualTo("0");
  }

  @Test
  void rejectsLargeBody() {
    assertError(post("grant_type=" + "x".repeat(20_000)), 413, "invalid_request");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /oauth2/token, POST",
    "PUT, /oauth2/token, POST",
  })
  void listsAllowedMethods(String method, String path, String allowed) {
    HttpResponse<String> response =
        send(HttpRequest.newBuilder(uri(path)).method(method, BodyPublishers.noBody()));

    assertError(response, 405, "invalid_request");
    assertThat(header(response, "allow")).isEqualTo(allowed);
  }

  @Test
  void publishesPublicKeysOnly() {
    HttpResponse<String> response = get("/.well-known/jwks.json");

    assertThat(response.statusCode()).isEqualTo(200);
    JsonNode key = Json.parse(response.body()).path("keys").get(0);
    assertThat(key.fieldNames())
        .toIterable()
        .containsExactlyInAnyOrder("kty", "use", "alg", "kid", "n", "e");
    assertThat(Base64.getUrlDecoder().decode(key.path("n").textValue())).hasSize(256);
    assertThat(key.path("e").textValue()).isEqualTo("AQAB");
  }

  @Test
  void servesMetadata() {
    JsonNode metadata = Json.parse(get("/.well-known/oauth-authorization-server").body());

    assertThat(metadata.path("issuer").textValue()).isEqualTo("https://auth.test.example");
    assertThat(metadata.path("token_endpoint").textValue())
        .isEqualTo("https://auth.test.example/oauth2/token");
    assertThat(metadata.path("jwks_uri").textValue())
        .isEqualTo("https://auth.test.example/.well-known/jwks.json");
    assertThat(metadata.path("grant_types_supported").toString())
        .isEqualTo("[\"client_credentials\"]");
    assertThat(metadata.path("response_types_supported").toString()).isEqualTo("[]");
    assertThat(metadata.path("scopes_supported")).hasSize(8);
    assertThat(metadata.path("token_endpoint_auth_methods_supported").toString())
        .isEqualTo("[\"client_secret_basic\",\"client_secret_post\"]");
  }

  @Test
  void servesHeadWithoutBody() {
    HttpResponse<String> response =
        send(
            HttpRequest.newBuilder(uri("/.well-known/jwks.json"))
                .method("HEAD", BodyPublishers.noBody()));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  private static void fail(RegisteredClient client, int times) {
    for (int i = 0; i < times; i++) {
      assertThat(post(form(client.clientId(), "cosk_wrong")).statusCode()).isIn(400, 401);
    }
  }

  private static void assertError(HttpResponse<String> response, int status, String error) {
    assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
    assertThat(header(response, "content-type")).isEqualTo("application/json");
    assertThat(header(response, "cache-control")).isEqualTo("no-store");
    JsonNode body = Json.parse(response.body());
    assertThat(body.path("error").textValue()).isEqualTo(error);
    assertThat(body.path("error_description").textValue()).isNotBlank();
    assertThat(body.fieldNames()).toIterable().containsExactly("error", "error_description");
  }

  private static String form(RegisteredClient client) {
    return form(client.clientId(), client.clientSecret());
  }

  private static String form(String clientId, String secret) {
    return "grant_type=client_credentials&client_id="
        + URLEncoder.encode(clientId, UTF_8)
        + "&client_secret="
        + URLEncoder.encode(secret, UTF_8);
  }

  private static HttpResponse<String> basic(String credentials, String form) {
    String encoded = Base64.getEncoder().encodeToString(credentials.getBytes(UTF_8));
    return send(
        request()
            .header("content-type", FORM)
            .header("authorization", "Basic " + encoded)
            .POST(body(form)));
  }

  private static HttpResponse<String> authorized(String authorization) {
    return send(
        request()
            .header("content-type", FORM)
            .header("authorization", authorization)
            .POST(body("grant_type=client_credentials")));
  }

  private static HttpResponse<String> post(String form) {
    return send(request().header("content-type", FORM).POST(body(form)));
  }

  private static HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)));
  }

  private static HttpRequest.Builder request() {
    return HttpRequest.newBuilder(uri("/oauth2/token"));
  }

  private static HttpRequest.BodyPublisher body(String text) {
    return BodyPublishers.ofString(text);
  }

  private static URI uri(String path) {
    return URI.create("http://127.0.0.1:" + server.actualPort() + path);
  }

  private static HttpResponse<String> send(HttpRequest.Builder request) {
    try {
      return HTTP.send(request.timeout(Duration.ofSeconds(30)).build(), BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }

  private static String header(HttpResponse<?> response, String name) {
    return response.headers().firstValue(name).orElse("");
  }

  private static JsonNode decoded(String segment) {
    return Json.parse(new String(Base64.getUrlDecoder().decode(segment), UTF_8));
  }
}
