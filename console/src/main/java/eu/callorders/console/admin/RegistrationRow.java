package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** A program of a tenant, with everything that the administration tells of it. */
record RegistrationRow(JsonNode registration) {
  /** Timestamps of the service have one form, so their order is that of their text. */
  static final Comparator<RegistrationRow> BY_AGE =
      Comparator.comparing(RegistrationRow::updatedAt);

  /**
   * One of its secrets, without the secret itself.
   *
   * @param revokedAt empty while it works
   */
  record Secret(String id, String createdAt, String revokedAt) {
    boolean works() {
      return revokedAt.isEmpty();
    }
  }

  /** The registrations of that tenant. */
  static String pathOf(String tenantId) {
    return TenantRow.PATH + "/" + tenantId + "/registrations";
  }

  /** By its own tenant: it may still be shown when another one is chosen already. */
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
    return Section.SCOPES.read(registration);
  }

  boolean disabled() {
    return registration.path("disabled").asBoolean();
  }

  boolean locked() {
    return registration.path("locked").asBoolean();
  }

  /** Newest first, those that were revoked too. */
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

  /** How many of its secrets work. */
  long working() {
    return secrets().stream().filter(Secret::works).count();
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
