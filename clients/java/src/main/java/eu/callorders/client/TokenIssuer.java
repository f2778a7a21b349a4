package eu.callorders.client;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.api.ApiException;
import eu.callorders.client.api.UnreachableException;
import eu.callorders.client.api.UnreachableException.Reason;
import java.io.IOException;
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
  private static final TypeReference<JsonNode> JSON = new TypeReference<>() {};

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
   * @throws UnreachableException without a response, or when it contains no token
   */
  public GrantedToken request(RetryPolicy retries) throws InterruptedException {
    return retries.run(this::requestOnce);
  }

  private GrantedToken requestOnce() throws InterruptedException {
    HttpRequest request =
        HttpRequest.newBuilder(endpoint)
            .header("Authorization", authorization)
            .header("Content-Type", "application/x-www-form-urlencoded")
            .header("Accept", "application/json")
            .POST(BodyPublishers.ofString(form))
            .build();
    JsonNode json = ResponseReader.read(transport.exchange(request), JSON).body();
    if (json == null || !json.path("access_token").isTextual()) {
      String message = "no token in the response from " + endpoint.getPath();
      throw new UnreachableException(Reason.UNREADABLE, message, new IOException(message));
    }
    return new GrantedToken(
        json.path("access_token").asText(),
        Duration.ofSeconds(json.path("expires_in").asLong(DEFAULT_SECONDS)),
        json.path("scope").asText());
  }
}
