package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A program of a tenant.
 *
 * @param secrets identifiers of those that work, newest first
 */
record RegistrationRow(
    String tenantId,
    String clientId,
    String name,
    String scopes,
    boolean disabled,
    boolean locked,
    List<String> secrets,
    String rateLimit,
    String createdAt,
    String updatedAt) {
  /** Timestamps of the service have one form, so their order is that of their text. */
  static final Comparator<RegistrationRow> BY_AGE =
      Comparator.comparing(RegistrationRow::updatedAt);

  static RegistrationRow of(JsonNode registration) {
    List<String> scopes = new ArrayList<>();
    registration.path("scopes").forEach(scope -> scopes.add(scope.asText()));
    List<String> secrets = new ArrayList<>();
    for (JsonNode secret : registration.path("secrets")) {
      if (secret.path("revoked_at").asText("").isEmpty()) {
        secrets.add(secret.path("secret_id").asText());
      }
    }
    return new RegistrationRow(
        registration.path("tenant_id").asText(),
        registration.path("client_id").asText(),
        registration.path("name").asText(),
        String.join(" ", scopes),
        registration.path("disabled").asBoolean(),
        registration.path("locked").asBoolean(),
        List.copyOf(secrets),
        registration.path("rate_limit").asText(),
        registration.path("created_at").asText(),
        registration.path("updated_at").asText());
  }
}
