package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A registration of a client. */
record RegistrationRow(JsonNode registration) {
  /** Timestamps of the service have one format, so text order is time order. */
  static final Comparator<RegistrationRow> BY_AGE =
      Comparator.comparing(RegistrationRow::updatedAt);

  /**
   * A secret without its value.
   *
   * @param revokedAt empty while it is active
   */
  record Secret(String id, String createdAt, String revokedAt) {
    boolean isActive() {
      return revokedAt.isEmpty();
    }
  }

  static String pathOf(String tenantId) {
    return TenantRow.PATH + "/" + tenantId + "/registrations";
  }

  /** Uses its own tenant, since another one may be selected while it is shown. */
  String path() {
    return pathOf(registration.path("tenant_id").asText()) + "/" + clientId();
  }

  String clientId() {
    return registration.path("client_id").asText();
  }

  String name() {
    return registration.path("name").asText();
  }

  String scopes() {
    return Section.SCOPES.format(registration);
  }

  boolean isDisabled() {
    return registration.path("disabled").asBoolean();
  }

  boolean isLocked() {
    return registration.path("locked").asBoolean();
  }

  /** Newest first, including revoked ones. */
  List<Secret> secrets() {
    List<Secret> secrets = new ArrayList<>();
    for (JsonNode secret : registration.path("secrets")) {
      secrets.add(
          new Secret(
              secret.path("secret_id").asText(),
              secret.path("created_at").asText(),
              secret.path("revoked_at").asText("")));
    }
    return secrets;
  }

  /** Number of active secrets. */
  long activeSecrets() {
    return secrets().stream().filter(Secret::isActive).count();
  }

  String rateLimit() {
    return registration.path("rate_limit").asText();
  }

  String createdAt() {
    return registration.path("created_at").asText();
  }

  String updatedAt() {
    return registration.path("updated_at").asText();
  }
}
