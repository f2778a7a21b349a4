package eu.callorders.server.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class OrderPhoneQueryPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  @AutoClose private static final LargeTables TABLES = LargeTables.ofOrdersAndEnrollments(TENANT);

  @Test
  void deletesPhonesOfEndedOrdersByPrimaryKey() {
    Tuple arguments =
        RowMapper.columns(
            new UUID[] {TENANT}, new String[] {"+493023127"}, new UUID[] {new UUID(1, 1)});
    assertThat(TABLES.plan(OrderPhoneStore.DELETE, arguments))
        .contains("call_order_phone_pkey")
        .doesNotContain("Seq Scan");
  }
}
