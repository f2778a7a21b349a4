package eu.callorders.server.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.id.UuidV7;
import eu.callorders.server.LargeTables;
import eu.callorders.server.TestNode;
import eu.callorders.server.enrollment.EnrollmentQuery.Filter;
import eu.callorders.server.list.ListRequests;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Queue and lists read few rows, however many enrollments run. */
class EnrollmentQueryPlanTest {
  private static final UUID TENANT = UuidV7.at(TestNode.START, new Random(1));

  private static final String TENANT_ROW =
      """
      INSERT INTO tenant (id, name, disabled, default_locale, timezone, verification_mode,
        calling_hours, max_concurrent_calls, max_dials_per_day, max_contacts_per_subject_per_day,
        max_open_orders, transcript_mode, transcript_retention, recording_retention, result_months,
        sequences_enabled, caller_ids, created_at, updated_at)
      VALUES ($1, 'Test', false, 'de-DE', 'Europe/Berlin', 'name_only', '{"local_call_times": []}',
        1, 1, 1, 1, 'none', 'P1D', 'P1D', 1, true, '{}', now(), now())
      """;

  private static final String MANY =
      """
      INSERT INTO enrollment (id, tenant_id, sequence_id, sequence_key, sequence_version,
        subject_reference, signal_id, status, position, step, next_action_at, created_at,
        order_ended)
      SELECT md5('enrollment' || n)::uuid, $1, md5('sequence')::uuid, 'ladder', 1, 'person-' || n,
             md5('signal')::uuid, 'active', CASE WHEN n % 50 = 0 THEN 'ordered' ELSE 'waiting' END,
             0, CASE WHEN n % 50 > 0 THEN now() + (n - 50) * interval '1 second' END,
             now() - n * interval '1 second', n % 1000 = 0
        FROM generate_series(1, 20000) AS n
      """;

  @AutoClose
  private static final LargeTables tables =
      new LargeTables(TENANT, "tenant, enrollment", List.of(TENANT_ROW, MANY));

  @Test
  void findsDueEnrollmentsByTenantAndTime() {
    assertThat(tables.workerPlan(EnrollmentQueue.DUE, Tuple.of(100).addArrayOfUUID(new UUID[0])))
        .contains("Index Cond: ((tenant_id = c.tenant_id) AND (next_action_at <= c.now))");
  }

  @Test
  void findsNextDueEnrollmentByTenantAndTime() {
    assertThat(tables.workerPlan(EnrollmentQueue.NEXT_DUE, Tuple.tuple()))
        .contains("Index Cond: ((tenant_id = c.tenant_id) AND (next_action_at > c.now))");
  }

  @Test
  void findsEnrollmentsWithEndedOrderByIndex() {
    assertThat(
            tables.workerPlan(
                EnrollmentQueue.ORDER_ENDED, Tuple.of(100).addArrayOfUUID(new UUID[0])))
        .contains("enrollment_order_ended")
        .doesNotContain("Seq Scan on enrollment");
  }

  @Test
  void findsNewestEnrollmentsByIndex() {
    assertThat(plan(Map.of())).contains("enrollment_by_created_at").doesNotContain("Sort");
  }

  @Test
  void findsEnrollmentsOfSubjectByIndex() {
    assertThat(plan(Map.of("subject_reference", "person-7")))
        .contains("enrollment_by_subject")
        .doesNotContain("Sort");
  }

  private static String plan(Map<String, String> query) {
    Filter filter = Filter.of(ListRequests.of(query)).orElseThrow();
    return tables.workerPlan(
        EnrollmentQuery.statement(filter), EnrollmentQuery.parameters(TENANT, filter, null, 26));
  }
}
