package eu.callorders.server.capacity;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The count of the orders due today reads none of other days, held ones or ended ones. */
class BacklogQueryPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  private static final String ENDED_ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, expires_at, ended_at)
      SELECT gen_random_uuid(), $1, 'completed', 'payment_reminder', 1, 'person-' || n,
             now() - n * interval '1 second', now(), now(), now()
        FROM generate_series(1, 20000) AS n
      """;

  /** Half are held, and due in the past; the others are planned for the next days. */
  private static final String OPEN_ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, next_attempt_at, halt_id, created_at, updated_at, expires_at)
      SELECT md5('order' || n)::uuid, $1, 'scheduled', 'payment_reminder', 1, 'person-' || n,
             now() + (n % 2) * interval '2 days', CASE WHEN n % 2 = 0 THEN md5('hold' || n)::uuid END,
             now() - n * interval '1 second', now(), now() + interval '30 days'
        FROM generate_series(1, 20000) AS n
      """;

  private static final String HELD_ORDERS =
      """
      INSERT INTO held_order (tenant_id, order_id, hold_id)
      SELECT $1, md5('order' || n)::uuid, md5('hold' || n)::uuid
        FROM generate_series(2, 20000, 2) AS n
      """;

  @AutoClose
  private static final LargeTables tables =
      new LargeTables(
          TENANT, "call_order, held_order", List.of(ENDED_ORDERS, OPEN_ORDERS, HELD_ORDERS));

  @Test
  void ordersDueTodayAreFoundByTheirIndexes() {
    String plan =
        tables.plan(
            BacklogStore.UNDIALED_UNTIL,
            Tuple.of(TENANT, OffsetDateTime.now(ZoneOffset.UTC).plusHours(8), 1_000));

    assertThat(plan)
        .contains(
            "call_order_due",
            "call_order_waiting",
            "call_order_to_plan",
            "call_order_by_halt",
            "hold_by_until")
        .doesNotContain("Seq Scan on call_order", "call_order_by_created_at")
        .doesNotContain("call_order_by_subject", "Seq Scan on held_order");
  }
}
