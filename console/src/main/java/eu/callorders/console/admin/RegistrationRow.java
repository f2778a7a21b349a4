package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.console.api.Json;
import java.util.List;

/** A registration of a client. */
record RegistrationRow(JsonNode registration) {
  /** A secret without its value; {@code revokedAt} is empty while it is active. */
  record Secret(String id, String createdAt, String revokedAt) {
    private static Secret of(JsonNode secret) {
      return new Secret(
          secret.path("secret_id").asText(),
          secret.path("created_at").asText(),
          secret.path("revoked_at").asText(""));
    }

    boolean isActive() {
      return revokedAt.isEmpty();
    }
  }

  static String pathOf(String tenantId) {
    return TenantRow.PATH + "/" + tenantId + "/registrations";
  }

  /** Uses its own tenant, since another one may be selected while it is shown. */
  String path() {
    return pathOf(text("tenant_id")) + "/" + clientId();
  }

  String clientId() {
    return text("client_id");
  }

  String name() {
    return text("name");
  }

  String text(String member) {
    return registration.path(member).asText();
  }

  boolean isDisabled() {
    return registration.path("disabled").asBoolean();
  }

  boolean isLocked() {
    return registration.path("locked").asBoolean();
  }

  String state() {
    return isDisabled() ? "disabled" : isLocked() ? "locked" : "active";
  }

  /** Newest first, including revoked ones. */
  List<Secret> secrets() {
    return Json.list(registration.path("secrets"), Secret::of);
  }

  long activeSecrets() {
    return secrets().stream().filter(Secret::isActive).count();
  }
}
