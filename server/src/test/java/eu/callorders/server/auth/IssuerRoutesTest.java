package eu.callorders.server.auth;

import static eu.callorders.server.auth.TokenEndpoint.assertError;
import static eu.callorders.server.auth.TokenEndpoint.body;
import static eu.callorders.server.auth.TokenEndpoint.form;
import static eu.callorders.server.auth.TokenEndpoint.header;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.core.id.IdKind;
import eu.callorders.server.auth.IssuerFixture.RegisteredClient;
import eu.callorders.server.json.Json;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class IssuerRoutesTest {
  @RegisterExtension static final TokenEndpoint endpoint = new TokenEndpoint();
  private static final IssuerFixture auth = endpoint.auth;

  @Test
  void grantsAllScopesByDefault() {
    RegisteredClient client = auth.client(Scope.ORDERS_WRITE, Scope.CONFIG_READ);

    HttpResponse<String> response = endpoint.post(form(client));

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
        Json.parse(endpoint.post(form(client)).body())
            .path("access_token")
            .textValue()
            .split("\\.");
    JsonNode header = decoded(token[0]);
    JsonNode claims = decoded(token[1]);

    assertThat(header.path("typ").textValue()).isEqualTo("at+jwt");
    assertThat(header.path("alg").textValue()).isEqualTo("RS256");
    assertThat(
            Json.parse(endpoint.get("/.well-known/jwks.json").body())
                .path("keys")
                .findValuesAsText("kid"))
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
  void grantsRequestedScopesThatAreHeld() {
    RegisteredClient client = auth.client(Scope.ORDERS_WRITE, Scope.ORDERS_READ);

    assertThat(
            Json.parse(endpoint.post(form(client) + "&scope=orders:read").body())
                .path("scope")
                .textValue())
        .isEqualTo("orders:read");
    for (String scope :
        List.of(
            "config:read",
            "orders:read+config:read",
            "nonsense",
            "+",
            "orders:read++",
            "ORDERS:READ")) {
      assertError(endpoint.post(form(client) + "&scope=" + scope), 400, "invalid_scope");
    }
  }

  @Test
  void treatsEmptyScopeAsAbsent() {
    RegisteredClient client = auth.client(Scope.ORDERS_READ);

    assertThat(endpoint.post(form(client) + "&scope=").statusCode()).isEqualTo(200);
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
    assertError(endpoint.post(body), 400, error);
  }

  @Test
  void rejectsRepeatedParameters() {
    assertError(endpoint.post(form(auth.client()) + "&client_id=x"), 400, "invalid_request");
  }

  @ParameterizedTest
  @ValueSource(strings = {"application/json", "text/plain", "multipart/form-data; boundary=x", "x"})
  void rejectsOtherMediaTypes(String mediaType) {
    assertError(
        endpoint.send(
            endpoint.request().header("content-type", mediaType).POST(body(form(auth.client())))),
        400,
        "invalid_request");
  }

  @Test
  void rejectsMissingMediaType() {
    assertError(
        endpoint.send(endpoint.request().POST(body(form(auth.client())))), 400, "invalid_request");
  }

  @Test
  void acceptsMediaTypeParameters() {
    assertThat(
            endpoint
                .send(
                    endpoint
                        .request()
                        .header("content-type", "Application/X-WWW-Form-Urlencoded; charset=utf-8")
                        .POST(body(form(auth.client()))))
                .statusCode())
        .isEqualTo(200);
  }

  @Test
  void limitsAddressWithOAuthError() {
    endpoint.sourceAddress = "203.0.113.200";
    HttpResponse<String> first = endpoint.post("");
    for (int i = 1; i < TokenEndpoint.LIMIT.burst(); i++) {
      endpoint.limit.tryAcquire(endpoint.sourceAddress);
    }
    HttpResponse<String> refused = endpoint.post("");

    assertThat(header(first, "ratelimit-limit")).isEqualTo("1000");
    assertThat(header(first, "ratelimit-remaining")).isEqualTo("999");
    assertError(refused, 429, "temporarily_unavailable");
    assertThat(header(refused, "retry-after")).isEqualTo("1");
    assertThat(header(refused, "ratelimit-remaining")).isEqualTo("0");
  }

  @Test
  void rejectsLargeBody() {
    assertError(endpoint.post("grant_type=" + "x".repeat(20_000)), 413, "invalid_request");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /oauth2/token, POST",
    "PUT, /oauth2/token, POST",
  })
  void listsAllowedMethods(String method, String path, String allowed) {
    HttpResponse<String> response =
        endpoint.send(
            HttpRequest.newBuilder(endpoint.uri(path)).method(method, BodyPublishers.noBody()));

    assertError(response, 405, "invalid_request");
    assertThat(header(response, "allow")).isEqualTo(allowed);
  }

  @Test
  void publishesPublicKeysOnly() {
    HttpResponse<String> response = endpoint.get("/.well-known/jwks.json");

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
    JsonNode metadata = Json.parse(endpoint.get("/.well-known/oauth-authorization-server").body());

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
        endpoint.send(
            HttpRequest.newBuilder(endpoint.uri("/.well-known/jwks.json"))
                .method("HEAD", BodyPublishers.noBody()));

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.body()).isEmpty();
  }

  private static JsonNode decoded(String segment) {
    return Json.parse(new String(Base64.getUrlDecoder().decode(segment), UTF_8));
  }
}
