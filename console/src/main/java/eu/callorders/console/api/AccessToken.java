package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A token and what it says of itself.
 *
 * @param environment {@code live} or {@code sandbox}; empty when the token does not say
 * @param seconds how long it is good for
 * @param issued when the service says it was made; the epoch when it does not say
 */
public record AccessToken(
    String token,
    Set<Scope> scopes,
    String tenantId,
    String environment,
    long seconds,
    Instant issued) {

  static AccessToken of(JsonNode answer) {
    String token = answer.path("access_token").asText();
    JsonNode claims = claims(token);
    Set<Scope> scopes =
        Stream.of(answer.path("scope").asText().split(" "))
            .flatMap(name -> Scope.of(name).stream())
            .collect(Collectors.toUnmodifiableSet());
    return new AccessToken(
        token,
        scopes,
        claims.path("tenant_id").asText(),
        claims.path("environment").asText(),
        answer.path("expires_in").asLong(),
        Instant.ofEpochSecond(claims.path("iat").asLong()));
  }

  /** Read for display only: it is the service that verifies. */
  private static JsonNode claims(String token) {
    String[] parts = token.split("\\.", -1);
    if (parts.length == 3) {
      try {
        String text = new String(Base64.getUrlDecoder().decode(parts[1]), StandardCharsets.UTF_8);
        return Json.parse(text).orElseGet(Json::object);
      } catch (IllegalArgumentException e) {
        return Json.object();
      }
    }
    return Json.object();
  }

  boolean isOfTheTenantOf(AccessToken other) {
    return tenantId.equals(other.tenantId) && environment.equals(other.environment);
  }

  @Override
  public String toString() {
    return "grant of " + tenantId;
  }
}
