package eu.callorders.server.ordertype;

import eu.callorders.server.json.Json;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Instant;
import java.util.UUID;

/** The order type of every new tenant, initially active. */
public final class DefaultOrderType {
  public static final String KEY = "payment_reminder";

  private static final String AGENT =
      """
      {"objective": "Remind the person of the outstanding amount, ask how and when it will be paid, \
      and record what the person says. Conclude nothing binding.",
       "persona": "Polite, calm and brief. Never threatens, never argues."}
      """;

  private DefaultOrderType() {}

  /** Creates the type for a new tenant. */
  public static Future<Void> createFor(SqlConnection connection, UUID tenantId, Instant now) {
    OrderType type = new OrderType(KEY, "active", 1, Json.parse(AGENT), Json.object());
    return OrderTypeStore.insert(
        connection, tenantId, OrderTypeDetails.created(type, "Payment reminder", null, now));
  }
}
