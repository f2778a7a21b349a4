package eu.callorders.console.overview;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import eu.callorders.console.api.ApiException;
import eu.callorders.console.api.Page;
import eu.callorders.console.api.Query;
import eu.callorders.console.api.Scope;
import eu.callorders.console.session.Session;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Metrics of this tenant from the public API.
 *
 * @param tenant the snapshot; missing without {@code config:read}
 * @param orders by open status; empty without {@code orders:read}
 * @param deadLetters null without {@code config:read}
 */
record TenantMetrics(JsonNode tenant, Map<String, Count> orders, @Nullable Count deadLetters) {
  private static final List<String> ACTIVE = List.of("dialing", "in_progress");

  /** A count limited by the page size; {@code more} if there are more. */
  record Count(int number, boolean more) {
    Count plus(Count other) {
      return new Count(number + other.number, more || other.more);
    }
  }

  /**
   * Reads what the scopes allow.
   *
   * @param everything includes waiting orders and dead letters, which the administration counts
   *     exactly
   */
  static TenantMetrics load(Session session, boolean everything) throws ApiException {
    boolean config = session.may(Scope.CONFIG_READ);
    JsonNode tenant = config ? session.api().get("/v1/tenant").body() : MissingNode.getInstance();
    Map<String, Count> orders = new LinkedHashMap<>();
    if (session.may(Scope.ORDERS_READ)) {
      for (String status : everything ? LiveCharts.OPEN : ACTIVE) {
        orders.put(status, count(session, "/v1/call-orders", status));
      }
    }
    @Nullable Count dead =
        config && everything ? count(session, "/v1/webhook-deliveries", "failed") : null;
    return new TenantMetrics(tenant, orders, dead);
  }

  private static Count count(Session session, String path, String status) throws ApiException {
    Page<?> page = session.api().page(path, Query.none().with("status", status), "");
    return new Count(page.rows().size(), page.hasMore());
  }

  /** Calls being dialed or running; null when orders are unreadable. */
  @Nullable Count calls() {
    Count calls = null;
    for (String status : ACTIVE) {
      Count count = orders.get(status);
      if (count != null) {
        calls = calls == null ? count : calls.plus(count);
      }
    }
    return calls;
  }
}
