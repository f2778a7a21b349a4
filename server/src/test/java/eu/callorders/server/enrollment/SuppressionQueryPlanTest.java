package eu.callorders.server.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SuppressionQueryPlanTest {
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

  private static final String MANY_ENROLLMENTS =
      """
      INSERT INTO enrollment (id, tenant_id, sequence_id, sequence_key, sequence_version,
        subject_reference, signal_id, status, position, step, next_action_at, created_at)
      SELECT md5('enrollment' || n)::uuid, $1, md5('sequence')::uuid, 'ladder', 1, 'person-' || n,
             md5('signal')::uuid, 'active', 'waiting', 0, now() + n * interval '1 second', now()
        FROM generate_series(1, 20000) AS n
      """;

  private static final String THEIR_PHONES =
      """
      INSERT INTO enrollment_phone (tenant_id, phone, enrollment_id)
      SELECT $1, '+49302312' || n / 2, md5('enrollment' || n)::uuid
        FROM generate_series(1, 20000) AS n
      """;

  @AutoClose private static LargeTables tables;

  @BeforeAll
  static void fill() {
    tables =
        new LargeTables(
            TENANT,
            "call_order, call_order_phone, enrollment, enrollment_phone",
            List.of(MANY_ORDERS, THEIR_NUMBERS, MANY_ENROLLMENTS, THEIR_PHONES));
  }

  @Test
  void findsRunningEnrollmentsOfSubjectByIndex() {
    Tuple arguments =
        RowMapper.columns(new UUID[] {TENANT}, new String[] {"person-7"})
            .addValue(EnrollmentStore.RUNNING_LIMIT);
    assertThat(tables.plan(EnrollmentStore.RUNNING, arguments))
        .contains("Index")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsNewestSubjectDataByIndex() {
    Tuple arguments = RowMapper.columns(new UUID[] {TENANT}, new String[] {"person-7"});
    assertThat(tables.plan(SubjectData.NEWEST, arguments))
        .contains("call_order_by_subject", "signal_with_subject_data")
        .doesNotContain("Seq Scan on call_order ");
  }
}
