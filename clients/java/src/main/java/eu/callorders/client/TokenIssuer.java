package eu.callorders.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.UnreachableException;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** Requests tokens by client credentials. */
final class TokenIssuer {
  private static final long DEFAULT_SECONDS = 60;

  private final HttpClient http;
  private final URI endpoint;
  private final String authorization;
  private final String form;
  private final Duration timeout;

  TokenIssuer(
      HttpClient http,
      String authUrl,
      String clientId,
      String clientSecret,
      List<String> scopes,
      Duration timeout) {
    this.http = http;
    this.endpoint = URI.create(authUrl + "/oauth2/token");
    this.authorization =
        "Basic "
            + Base64.getEncoder()
                .encodeToString(
                    (encoded(clientId) + ":" + encoded(clientSecret))
                        .getBytes(StandardCharsets.UTF_8));
    this.form =
        "grant_type=client_credentials"
            + (scopes.isEmpty() ? "" : "&scope=" + encoded(String.join(" ", scopes)));
    this.timeout = timeout;
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Requests a token once.
   *
   * @throws eu.callorders.client.api.ApiException when the credentials are refused
   * @throws UnreachableException without a response
   */
  TokenCache.GrantedToken request() {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .timeout(timeout)
            .header("Authorization", authorization)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .POST(HttpRequest.BodyPublishers.ofString(form))
            .build();
    try {
      HttpResponse<byte[]> response = http.send(request, HttpResponse.BodyHandlers.ofByteArray());
      JsonNode json = HttpTransport.read(response, new TypeReference<JsonNode>() {}).body();
      return new TokenCache.GrantedToken(
          json.path("access_token").asText(),
          Duration.ofSeconds(json.path("expires_in").asLong(DEFAULT_SECONDS)));
    } catch (IOException e) {
      throw new UnreachableException("no token from " + endpoint + ": " + e, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new UnreachableException("interrupted", e);
    }
  }
}
