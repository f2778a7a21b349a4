package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.net.http.HttpResponse;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TokenEndpointTest {
  private final RunningService service = RunningService.shared();
  private final RunningTenant tenant = service.newTenant();

  private String form(String rest) {
    return "client_id=" + tenant.clientId() + "&client_secret=" + tenant.clientSecret() + rest;
  }

  @Test
  void grantsAllScopesOfRegistrationByDefault() {
    HttpResponse<String> response = service.tokens().post(form("&grant_type=client_credentials"));

    assertThat(response.statusCode()).isEqualTo(200);
    JsonNode body = Json.parse(response.body());
    assertThat(body.path("token_type").asText()).isEqualTo("Bearer");
    assertThat(body.path("expires_in").asInt()).isEqualTo(1800);
    assertThat(List.of(body.path("scope").asText().split(" ")))
        .containsExactlyInAnyOrderElementsOf(RunningTenant.SCOPES);
    assertThat(response.headers().firstValue("Cache-Control")).hasValue("no-store");
  }

  @Test
  void acceptsBasicAuthentication() {
    String basic =
        Base64.getEncoder()
            .encodeToString((tenant.clientId() + ":" + tenant.clientSecret()).getBytes());
    HttpResponse<String> response =
        service
            .tokens()
            .post(
                "grant_type=client_credentials&scope=orders:read",
                "Authorization",
                "Basic " + basic);

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(Json.parse(response.body()).path("scope").asText()).isEqualTo("orders:read");
  }

  @ParameterizedTest
  @CsvSource({
    "'&grant_type=client_credentials&scope=orders:admin', 400, invalid_scope",
    "'&grant_type=password', 400, unsupported_grant_type",
    "'', 400, invalid_request",
    "'&grant_type=client_credentials&client_secret=x', 400, invalid_request",
  })
  void reportsStandardErrors(String rest, int status, String error) {
    HttpResponse<String> response = service.tokens().post(form(rest));

    assertThat(response.statusCode()).isEqualTo(status);
    assertThat(Json.parse(response.body()).path("error").asText()).isEqualTo(error);
    assertThat(response.headers().firstValue("Content-Type").orElse(""))
        .startsWith("application/json");
  }

  @Test
  void wrongSecretAndUnknownClientAreIndistinguishable() {
    String rest = "&grant_type=client_credentials&client_secret=cosk_wrong";
    HttpResponse<String> wrong = service.tokens().post("client_id=" + tenant.clientId() + rest);
    HttpResponse<String> unknown =
        service.tokens().post("client_id=cli_00000000000000000000000000" + rest);

    assertThat(wrong.statusCode()).isEqualTo(401);
    assertThat(wrong.headers().firstValue("WWW-Authenticate")).isPresent();
    assertThat(unknown.statusCode()).isEqualTo(401);
    assertThat(unknown.body()).isEqualTo(wrong.body());
  }

  @Test
  void rejectsScopeThatRegistrationLacks() {
    JsonNode reader = tenant.register("{\"name\": \"reader\", \"scopes\": [\"orders:read\"]}");
    HttpResponse<String> response =
        service
            .tokens()
            .post(
                "grant_type=client_credentials&scope=orders:read+orders:write&client_id="
                    + reader.path("client_id").asText()
                    + "&client_secret="
                    + reader.path("client_secret").asText());

    assertThat(response.statusCode()).isEqualTo(400);
    assertThat(Json.parse(response.body()).path("error").asText()).isEqualTo("invalid_scope");
  }

  @Test
  void publishesKeysAndEndpoints() {
    JsonNode metadata =
        Json.parse(service.tokens().get("/.well-known/oauth-authorization-server").body());
    assertThat(metadata.path("token_endpoint").asText())
        .isEqualTo(service.address() + "/oauth2/token");
    JsonNode keys = Json.parse(service.tokens().get("/.well-known/jwks.json").body());
    assertThat(keys.path("keys")).isNotEmpty();
    assertThat(keys.toString()).doesNotContain("\"d\"");
  }
}
