package eu.callorders.server.admin;

import static eu.callorders.server.TestNode.await;
import static java.time.format.DateTimeFormatter.BASIC_ISO_DATE;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.TestNode;
import eu.callorders.server.database.ConnectOptions;
import eu.callorders.server.tenant.TenantDefaults;
import eu.callorders.server.tenant.TenantStore;
import io.vertx.core.Future;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The overview's cost does not grow with the number of orders. */
class OverviewQueryPlanTest {
  private static final LocalDate TODAY = LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC);
  private static final int ORDERS = Integer.getInteger("overview.orders", 20_000);

  private static final String INSERT_ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, expires_at)
      SELECT gen_random_uuid(), $1, 'accepted', 'payment_reminder', 1, 'person-' || n, now(), now(),
             now() + interval '6 years'
        FROM generate_series(1, $2) AS n
      """;

  /** Nine of ten orders are completed, one is scheduled for next year. */
  private static final String UPDATE_STATUS =
      """
      UPDATE call_order
         SET status = CASE WHEN subject_reference LIKE '%0' THEN 'scheduled' ELSE 'completed' END,
             ended_at = CASE WHEN subject_reference LIKE '%0' THEN NULL ELSE now() END,
             next_attempt_at = CASE WHEN subject_reference LIKE '%0'
                                    THEN now() + interval '1 year' END
       WHERE tenant_id = $1
      """;

  private static final String INSERT_ATTEMPTS =
      """
      INSERT INTO call_attempt (id, tenant_id, order_id, subject_reference, phone, from_number,
        status, attempt_number, intended_at, ended_at, disposition, not_after, contact_day,
        dial_day, claim_key, decision)
      SELECT gen_random_uuid(), tenant_id, id, subject_reference, '+49', '+49', 'closed', 1, now(),
             now(), 'busy', now(), current_date, current_date, gen_random_uuid(), '{}'
        FROM call_order
       WHERE tenant_id = $1
      """;

  private static final String INSERT_DELIVERIES =
      """
      INSERT INTO webhook_delivery (tenant_id, created_at, id, endpoint_id, event_id,
        event_recorded_at, event_type, status)
      SELECT tenant_id, now(), gen_random_uuid(), id, id, now(), 'call_order.completed', 'succeeded'
        FROM call_order
       WHERE tenant_id = $1
      """;

  @AutoClose private static TestNode node;

  @BeforeAll
  static void start() {
    node = new TestNode();
    UUID tenantId = UUID.randomUUID();
    run(
        connection ->
            TenantStore.insert(
                connection,
                TenantDefaults.tenant(tenantId, "Many", "sandbox"),
                node.clock.instant()));
    run(connection -> connection.preparedQuery(INSERT_ORDERS).execute(Tuple.of(tenantId, ORDERS)));
    run(connection -> connection.preparedQuery(UPDATE_STATUS).execute(Tuple.of(tenantId)));
    run(connection -> connection.preparedQuery(INSERT_ATTEMPTS).execute(Tuple.of(tenantId)));
    run(connection -> connection.preparedQuery(INSERT_DELIVERIES).execute(Tuple.of(tenantId)));
    PgConnection owner =
        await(PgConnection.connect(node.vertx, ConnectOptions.to(node.postgres.owner())));
    await(
        owner
            .query("VACUUM ANALYZE call_order, call_attempt, webhook_delivery, order_count")
            .execute());
    await(owner.close());
  }

  private static <T> T run(Function<SqlConnection, Future<T>> work) {
    return await(node.database.asWorker(work));
  }

  @Test
  void readsCountersInsteadOfOrders() {
    assertThat(plan(OverviewStore.ORDERS)).contains("order_count").doesNotContain("call_order");
    Row counted = run(OverviewStore::orders);
    assertThat(counted.getLong("completed")).isEqualTo(ORDERS - ORDERS / 10);
    assertThat(counted.getLong("scheduled")).isEqualTo(ORDERS / 10);
    assertThat(counted.getLong("accepted")).isZero();
  }

  @Test
  void readsLagByIndexes() {
    String plan =
        plan(OverviewStore.DIAL_LAG)
            + plan(OverviewStore.CALLS)
            + plan(OverviewStore.SEND_LAG)
            + plan(OverviewStore.DEAD_LETTERS);
    assertThat(plan)
        .contains("call_order_due")
        .containsAnyOf("one_active_attempt_per_subject", "one_active_attempt_per_number")
        .doesNotContain("Seq Scan on call_order", "Seq Scan on call_attempt")
        .doesNotContain("Seq Scan on webhook_delivery_" + TODAY.format(BASIC_ISO_DATE));
  }

  private static String plan(String statement) {
    List<Row> lines =
        run(
            connection ->
                connection
                    .query("EXPLAIN (ANALYZE, COSTS OFF) " + statement)
                    .execute()
                    .map(rows -> rows.stream().toList()));
    return lines.stream().map(row -> row.getString(0)).collect(Collectors.joining("\n"));
  }
}
