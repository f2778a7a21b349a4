package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.text.NumberFormat;

/** A tenant. */
record TenantRow(JsonNode tenant) {
  static final String PATH = "/admin/v1/tenants";

  String id() {
    return text("tenant_id");
  }

  String path() {
    return PATH + "/" + id();
  }

  String name() {
    return text("name");
  }

  String text(String member) {
    return tenant.path(member).asText();
  }

  boolean isDisabled() {
    return tenant.path("disabled").asBoolean();
  }

  private boolean isBeingDeleted() {
    return tenant.hasNonNull("deletion_requested_at");
  }

  String state() {
    return isBeingDeleted() ? "deleting" : isDisabled() ? "disabled" : "active";
  }

  /** Empty for no limit. */
  String quota(String name) {
    return tenant.path("quotas").path(name).asText("");
  }

  /** With separators of thousands. */
  String quotaText(String name) {
    String quota = quota(name);
    return quota.isEmpty() ? "" : NumberFormat.getIntegerInstance().format(Long.parseLong(quota));
  }
}
