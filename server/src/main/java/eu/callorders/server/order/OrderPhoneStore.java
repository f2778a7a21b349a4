package eu.callorders.server.order;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.server.database.RowMapper;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Phones of open orders. */
final class OrderPhoneStore {
  private static final String INSERT =
      """
      INSERT INTO call_order_phone (tenant_id, phone, order_id)
      SELECT tenant_id, phone, order_id
        FROM unnest($1::uuid[], $2::text[], $3::uuid[]) AS new (tenant_id, phone, order_id)
      """;

  static final String DELETE =
      """
      DELETE FROM call_order_phone p
       USING unnest($1::uuid[], $2::text[], $3::uuid[]) AS ended (tenant_id, phone, order_id)
       WHERE p.tenant_id = ended.tenant_id
         AND p.phone = ended.phone
         AND p.order_id = ended.order_id
      """;

  private OrderPhoneStore() {}

  static Future<Void> insert(SqlConnection connection, List<CallOrder> orders) {
    Tuple rows = rows(orders);
    return connection.preparedQuery(INSERT).execute(rows).mapEmpty();
  }

  static Future<Void> delete(SqlConnection connection, List<CallOrder> ended) {
    return connection.preparedQuery(DELETE).execute(rows(ended)).mapEmpty();
  }

  private static Tuple rows(List<CallOrder> orders) {
    List<UUID> tenants = new ArrayList<>();
    List<String> phones = new ArrayList<>();
    List<UUID> ids = new ArrayList<>();
    for (CallOrder order : orders) {
      for (PhoneNumber phone : order.phones()) {
        tenants.add(order.tenantId());
        phones.add(phone.e164());
        ids.add(order.id());
      }
    }
    return RowMapper.columns(
        tenants.toArray(UUID[]::new), phones.toArray(String[]::new), ids.toArray(UUID[]::new));
  }
}
