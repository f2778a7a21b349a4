package eu.callorders.server.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class OrderPhoneQueryPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  private static final String MANY_ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, expires_at)
      SELECT md5('order' || n)::uuid, $1, 'accepted', 'payment_reminder', 1, 'person-' || n / 2,
             now() - n * interval '1 second', now(), now() + interval '30 days'
        FROM generate_series(1, 20000) AS n
      """;

  private static final String THEIR_NUMBERS =
      """
      INSERT INTO call_order_phone (tenant_id, phone, order_id)
      SELECT $1, '+49302312' || n / 2, md5('order' || n)::uuid
        FROM generate_series(1, 20000) AS n
      """;

  @AutoClose private static LargeTables tables;

  @BeforeAll
  static void fill() {
    tables =
        new LargeTables(
            TENANT, "call_order, call_order_phone", List.of(MANY_ORDERS, THEIR_NUMBERS));
  }

  @Test
  void deletesPhonesOfEndedOrdersByPrimaryKey() {
    Tuple arguments =
        RowMapper.columns(
            new UUID[] {TENANT}, new String[] {"+493023127"}, new UUID[] {new UUID(1, 1)});
    assertThat(tables.plan(OrderPhoneStore.DELETE, arguments))
        .contains("call_order_phone_pkey")
        .doesNotContain("Seq Scan");
  }
}
