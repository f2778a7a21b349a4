package eu.callorders.server.ordertype;

import com.fasterxml.jackson.databind.JsonNode;

/**
 * A template for orders, in one version.
 *
 * @param status {@code draft}, {@code active} or {@code archived}
 * @param agent {@code objective}, {@code opening}, {@code persona}, {@code voice}, {@code locale}
 * @param defaults default values of orders: {@code scheduling}, {@code negotiation}, {@code
 *     delivery}, {@code variables}
 */
public record OrderType(String key, String status, int version, JsonNode agent, JsonNode defaults) {

  public boolean active() {
    return status.equals("active");
  }
}
