package eu.callorders.console.api;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.client.GrantedToken;
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

  static AccessToken of(GrantedToken granted) {
    JsonNode claims = claims(granted.value());
    return new AccessToken(
        granted.value(),
        Stream.of(granted.scope().split(" "))
            .flatMap(name -> Scope.of(name).stream())
            .collect(Collectors.toUnmodifiableSet()),
        claims.path("tenant_id").asText(),
        claims.path("environment").asText(),
        granted.lifetime().toSeconds(),
        Instant.ofEpochSecond(claims.path("iat").asLong()));
  }

  /** For display only; the service verifies the signature. */
  private static JsonNode claims(String token) {
    String[] parts = token.split("\\.", -1);
    try {
      String text = parts.length == 3 ? parts[1] : "";
      byte[] json = Base64.getUrlDecoder().decode(text);
      return Json.parse(new String(json, StandardCharsets.UTF_8)).orElseGet(Json::object);
    } catch (IllegalArgumentException e) {
      return Json.object();
    }
  }

  boolean hasSameTenant(AccessToken other) {
    return tenantId.equals(other.tenantId) && environment.equals(other.environment);
  }

  @Override
  public String toString() {
    return "access token of " + tenantId;
  }
}
