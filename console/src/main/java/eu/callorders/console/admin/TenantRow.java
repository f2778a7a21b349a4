package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Comparator;

/** A tenant. */
record TenantRow(JsonNode tenant) {
  static final String PATH = "/admin/v1/tenants";

  /** Tenants have no timestamp of changes, so the latest copy counts. */
  static final Comparator<TenantRow> BY_ID = Comparator.comparing(TenantRow::id);

  String id() {
    return tenant.path("tenant_id").asText();
  }

  String path() {
    return PATH + "/" + id();
  }

  String name() {
    return tenant.path("name").asText();
  }

  String timeZone() {
    return tenant.path("timezone").asText();
  }

  boolean isDisabled() {
    return tenant.path("disabled").asBoolean();
  }

  String quota(String name) {
    return tenant.path("quotas").path(name).asText();
  }
}
