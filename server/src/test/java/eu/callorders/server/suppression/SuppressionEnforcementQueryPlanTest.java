package eu.callorders.server.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class SuppressionEnforcementQueryPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  private static final String ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, expires_at)
      SELECT md5('order' || n)::uuid, $1, 'accepted', 'payment_reminder', 1, 'person-' || n / 2,
             now() - n * interval '1 second', now(), now() + interval '30 days'
        FROM generate_series(1, 20000) AS n
      """;

  private static final String ORDER_PHONES =
      """
      INSERT INTO call_order_phone (tenant_id, phone, order_id)
      SELECT $1, '+49302312' || n / 2, md5('order' || n)::uuid
        FROM generate_series(1, 20000) AS n
      """;

  private static final String ENROLLMENTS =
      """
      INSERT INTO enrollment (id, tenant_id, sequence_id, sequence_key, sequence_version,
        subject_reference, signal_id, status, position, step, next_action_at, created_at)
      SELECT md5('enrollment' || n)::uuid, $1, md5('sequence')::uuid, 'ladder', 1, 'person-' || n,
             md5('signal')::uuid, 'active', 'waiting', 0, now() + n * interval '1 second', now()
        FROM generate_series(1, 20000) AS n
      """;

  private static final String ENROLLMENT_PHONES =
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
            List.of(ORDERS, ORDER_PHONES, ENROLLMENTS, ENROLLMENT_PHONES));
  }

  private static Tuple ofSubject() {
    return Tuple.of(TENANT, "person-7", RowMapper.time(Instant.EPOCH), new UUID(0, 0), 100);
  }

  private static Tuple ofPhone() {
    return Tuple.of(TENANT, "+493023127", new UUID(0, 0), 100);
  }

  @Test
  void findsOrdersOfSubjectByIndex() {
    assertThat(tables.plan(SuppressionEnforcementStore.ORDERS_OF_SUBJECT, ofSubject()))
        .contains("call_order_by_subject")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsOrdersOfPhoneByIndex() {
    assertThat(tables.plan(SuppressionEnforcementStore.ORDERS_OF_PHONE, ofPhone()))
        .contains("call_order_phone_pkey", "call_order_pkey")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsEnrollmentsOfSubjectByIndex() {
    assertThat(tables.plan(SuppressionEnforcementStore.ENROLLMENTS_OF_SUBJECT, ofSubject()))
        .contains("Index")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsEnrollmentsOfPhoneByIndex() {
    assertThat(tables.plan(SuppressionEnforcementStore.ENROLLMENTS_OF_PHONE, ofPhone()))
        .contains("enrollment_phone_pkey", "enrollment_pkey")
        .doesNotContain("Seq Scan");
  }
}
