package eu.callorders.server.app;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.server.json.Json;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * Requests to the token endpoint; checks that every response has one of the two forms of RFC 6749.
 */
record TokenCalls(HttpClient client, String address) {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final Set<String> TOKEN_MEMBERS =
      Set.of("access_token", "token_type", "expires_in", "scope");
  private static final Set<String> ERROR_MEMBERS = Set.of("error", "error_description");
  private static final Set<String> ERRORS =
      Set.of(
          "invalid_request",
          "invalid_client",
          "unauthorized_client",
          "unsupported_grant_type",
          "invalid_scope",
          "temporarily_unavailable");

  HttpResponse<String> post(String form, String... headers) {
    return post(client, address, form, headers);
  }

  static HttpResponse<String> post(
      HttpClient client, String address, String form, String... headers) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(URI.create(address + "/oauth2/token"))
            .timeout(TIMEOUT)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(BodyPublishers.ofString(form));
    if (headers.length > 0) {
      request.headers(headers);
    }
    HttpResponse<String> response = send(client, request.build());
    check(response);
    return response;
  }

  private static void check(HttpResponse<String> response) {
    JsonNode body = Json.parse(response.body());
    assertThat(response.headers().map())
        .as(response.body())
        .containsKeys("x-request-id", "ratelimit-limit", "ratelimit-remaining", "ratelimit-reset");
    assertThat(response.headers().firstValue("Content-Type")).contains("application/json");
    assertThat(response.headers().firstValue("Cache-Control")).contains("no-store");
    if (response.statusCode() == 200) {
      assertThat(RunningTenant.members(body)).containsExactlyInAnyOrderElementsOf(TOKEN_MEMBERS);
      assertThat(body.path("token_type").asText()).isEqualTo("Bearer");
      assertThat(body.path("expires_in").isInt()).isTrue();
    } else {
      assertThat(RunningTenant.members(body)).containsExactlyInAnyOrderElementsOf(ERROR_MEMBERS);
      assertThat(ERRORS).contains(body.path("error").asText());
      assertThat(body.path("error_description").asText()).matches("[ !#-\\[\\]-~]+");
      Map<Integer, String> further =
          Map.of(401, "WWW-Authenticate", 405, "Allow", 429, "Retry-After", 503, "Retry-After");
      String header = further.get(response.statusCode());
      assertThat(header == null || response.headers().firstValue(header).isPresent())
          .as("%d needs %s", response.statusCode(), header)
          .isTrue();
    }
  }

  HttpResponse<String> get(String path) {
    return send(
        client, HttpRequest.newBuilder(URI.create(address + path)).timeout(TIMEOUT).build());
  }

  private static HttpResponse<String> send(HttpClient client, HttpRequest request) {
    try {
      return client.send(request, BodyHandlers.ofString());
    } catch (IOException e) {
      throw new AssertionError(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new AssertionError(e);
    }
  }
}
