package eu.callorders.bench.crash;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Asks the service for its orders. */
final class Inventory {
  private static final List<String> OPEN =
      List.of("accepted", "scheduled", "dialing", "in_progress");

  private final Tenancy tenancy;

  Inventory(Tenancy tenancy) {
    this.tenancy = tenancy;
  }

  /**
   * Sends the tenant's clock ahead, a day at a time, until every order has ended.
   *
   * @return whether all have, within the time
   */
  boolean settle(Duration atMost) throws InterruptedException {
    Instant giveUp = Instant.now().plus(atMost);
    while (anyOpen()) {
      tenancy.advance("{\"by\": \"P1D\"}");
      while (!tenancy.clockReady()) {
        if (Instant.now().isAfter(giveUp)) {
          return false;
        }
        Thread.sleep(200);
      }
    }
    return true;
  }

  private boolean anyOpen() throws InterruptedException {
    for (String status : OPEN) {
      JsonNode page = tenancy.insist("GET", "/v1/call-orders?limit=1&status=" + status, "").body();
      if (!page.path("data").isEmpty()) {
        return true;
      }
    }
    return false;
  }

  /** Every order, as its GET shows it, by id. */
  Map<String, JsonNode> orders() throws InterruptedException {
    Map<String, JsonNode> orders = new LinkedHashMap<>();
    String after = "";
    do {
      JsonNode page = tenancy.insist("GET", "/v1/call-orders?limit=100" + after, "").body();
      for (JsonNode row : page.path("data")) {
        String id = row.path("id").asText();
        orders.put(id, tenancy.insist("GET", "/v1/call-orders/" + id, "").body());
      }
      after =
          page.path("has_more").asBoolean() ? "&after=" + page.path("next_cursor").asText() : "";
    } while (!after.isEmpty());
    return orders;
  }
}
