package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * An access token and its claims.
 *
 * @param environment {@code live} or {@code sandbox}; empty if unknown
 * @param seconds lifetime
 * @param issued by the clock of the service; the epoch if unknown
 */
public record AccessToken(
    String token,
    Set<Scope> scopes,
    String tenantId,
    String environment,
    long seconds,
    Instant issued) {

  static AccessToken of(JsonNode response) {
    String token = response.path("access_token").asText();
    JsonNode claims = claims(token);
    Set<Scope> scopes =
        Stream.of(response.path("scope").asText().split(" "))
            .flatMap(name -> Scope.of(name).stream())
            .collect(Collectors.toUnmodifiableSet());
    return new AccessToken(
        token,
        scopes,
        claims.path("tenant_id").asText(),
        claims.path("environment").asText(),
        response.path("expires_in").asLong(),
        Instant.ofEpochSecond(claims.path("iat").asLong()));
  }

  /** For display only; the service verifies the signature. */
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

  boolean hasSameTenant(AccessToken other) {
    return tenantId.equals(other.tenantId) && environment.equals(other.environment);
  }

  @Override
  public String toString() {
    return "access token of " + tenantId;
  }
}
