package eu.callorders.server.order;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.IdKind;
import eu.callorders.server.LargeTables;
import eu.callorders.server.list.ListRequests;
import eu.callorders.server.order.OrderQuery.Filter;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A list reads only the orders that it returns. */
class OrderQueryPlanTest {
  private static final UUID TENANT = UUID.fromString("00000000-0000-7000-8000-000000000001");

  private static final String MANY_ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, client_reference, created_at, updated_at,
        expires_at)
      SELECT gen_random_uuid(), $1, 'accepted', 'payment_reminder', 1, 'person-' || n,
             'client-' || n, now() - n * interval '1 second', now(), now()
        FROM generate_series(1, 20000) AS n
      """;

  @AutoClose
  private static final LargeTables tables =
      new LargeTables(TENANT, "call_order", List.of(MANY_ORDERS));

  @Test
  void newestOrdersUseTheirIndex() {
    assertThat(plan(Map.of()))
        .contains("call_order_by_created_at")
        .doesNotContain("Seq Scan", "Sort");
  }

  @Test
  void ordersOfSubjectUseTheirIndex() {
    assertThat(plan(Map.of("subject_reference", "person-7")))
        .contains("call_order_by_subject")
        .containsPattern("Index Cond: \\(\\(tenant_id = '.+'::uuid\\) AND \\(subject_reference = ")
        .doesNotContain("Sort");
  }

  @Test
  void ordersOfClientReferenceUseTheirIndex() {
    assertThat(plan(Map.of("client_reference", "client-7")))
        .contains("call_order_by_client_reference")
        .containsPattern("Index Cond: \\(\\(tenant_id = '.+'::uuid\\) AND \\(client_reference = ")
        .doesNotContain("Sort");
  }

  @Test
  void ordersOfEnrollmentUseTheIndexOfSteps() {
    assertThat(plan(Map.of("enrollment_id", IdKind.ENROLLMENT.format(UUID.randomUUID()))))
        .contains("one_order_per_step");
  }

  private static String plan(Map<String, String> query) {
    Filter filter = Filter.of(ListRequests.of(query)).orElseThrow();
    Tuple parameters = OrderQuery.parameters(TENANT, filter, null, 26);
    String statement = OrderQuery.statement(filter, parameters);
    return tables.plan(statement, parameters);
  }
}
