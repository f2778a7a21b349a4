package eu.callorders.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.ApiResponse;
import eu.callorders.client.api.UnreachableException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.List;

/** Requests tokens by client credentials. */
public final class TokenIssuer {
  private static final long DEFAULT_SECONDS = 60;

  private final HttpTransport transport;
  private final URI endpoint;
  private final String authorization;
  private final String form;

  /**
   * An issuer for one registration.
   *
   * @param authUrl without {@code /oauth2/token}
   * @param scopes to request; empty for all of the registration
   */
  public TokenIssuer(
      HttpTransport transport,
      String authUrl,
      String clientId,
      String clientSecret,
      List<String> scopes) {
    String user = encoded(clientId) + ":" + encoded(clientSecret);
    byte[] bytes = user.getBytes(StandardCharsets.UTF_8);
    this.transport = transport;
    this.endpoint = URI.create(authUrl + "/oauth2/token");
    this.authorization = "Basic " + Base64.getEncoder().encodeToString(bytes);
    this.form =
        "grant_type=client_credentials"
            + (scopes.isEmpty() ? "" : "&scope=" + encoded(String.join(" ", scopes)));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }

  /**
   * Requests a token.
   *
   * @throws ApiException when the credentials are refused
   * @throws UnreachableException without a response
   */
  public GrantedToken request(RetryPolicy retries) throws InterruptedException {
    JsonNode json = retries.run(this::requestOnce).body();
    return new GrantedToken(
        json.path("access_token").asText(),
        Duration.ofSeconds(json.path("expires_in").asLong(DEFAULT_SECONDS)),
        json.path("scope").asText());
  }

  private ApiResponse<JsonNode> requestOnce() throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("Authorization", authorization)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofString(form))
            .build();
    return ResponseReader.read(transport.exchange(request), new TypeReference<>() {});
  }
}
