package eu.callorders.console.admin;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import eu.callorders.console.api.Json;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The scope of a halt: the intersection of its members, everything if all are empty.
 *
 * @param country ISO 3166, two capital letters
 */
record HaltScope(String tenantId, String country, String orderType) {
  static final HaltScope EVERYTHING = new HaltScope("", "", "");

  private static final Pattern COUNTRY = Pattern.compile("([A-Z]{2})?");
  private static final Pattern ORDER_TYPE = Pattern.compile("([a-z][a-z0-9_]{1,63})?");

  static HaltScope of(JsonNode halt) {
    return new HaltScope(
        halt.path("tenant_id").asText(""),
        halt.path("country").asText(""),
        halt.path("order_type").asText(""));
  }

  /** From the operator's input. */
  static HaltScope parse(String tenantId, String country, String orderType) {
    return new HaltScope(
        tenantId.strip(), country.strip().toUpperCase(Locale.ROOT), orderType.strip());
  }

  static HaltScope ofTenant(String tenantId) {
    return new HaltScope(tenantId, "", "");
  }

  boolean isValid() {
    return COUNTRY.matcher(country).matches() && ORDER_TYPE.matcher(orderType).matches();
  }

  boolean isEverything() {
    return equals(EVERYTHING);
  }

  boolean covers(HaltScope other) {
    return covers(tenantId, other.tenantId)
        && covers(country, other.country)
        && covers(orderType, other.orderType);
  }

  boolean affects(String tenant) {
    return covers(tenantId, tenant);
  }

  private static boolean covers(String all, String one) {
    return all.isEmpty() || all.equals(one);
  }

  String text(Texts texts, TenantNames tenants) {
    return isEverything()
        ? texts.get("scope.everything")
        : Stream.of(
                tenantId.isEmpty() ? "" : texts.get("scope.tenant", tenants.text(tenantId)),
                country.isEmpty() ? "" : texts.get("scope.country", country),
                orderType.isEmpty() ? "" : texts.get("scope.order_type", orderType))
            .filter(part -> !part.isEmpty())
            .collect(Collectors.joining(", "));
  }

  ObjectNode toJson(String reason) {
    ObjectNode body = Json.object();
    Json.putUnlessEmpty(body, "tenant_id", tenantId);
    Json.putUnlessEmpty(body, "country", country);
    Json.putUnlessEmpty(body, "order_type", orderType);
    return body.put("reason", reason.strip());
  }
}
