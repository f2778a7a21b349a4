package eu.callorders.server.suppression;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SuppressionEnforcementQueryPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  @AutoClose private static final LargeTables TABLES = LargeTables.ofOrdersAndEnrollments(TENANT);

  private static Tuple ofSubject() {
    return Tuple.of(TENANT, "person-7", RowMapper.time(Instant.EPOCH), new UUID(0, 0), 100);
  }

  private static Tuple ofPhone() {
    return Tuple.of(TENANT, "+493023127", new UUID(0, 0), 100);
  }

  @Test
  void findsOrdersOfSubjectByIndex() {
    assertThat(TABLES.plan(SuppressionEnforcementStore.ORDERS_OF_SUBJECT, ofSubject()))
        .contains("call_order_by_subject")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsOrdersOfPhoneByIndex() {
    assertThat(TABLES.plan(SuppressionEnforcementStore.ORDERS_OF_PHONE, ofPhone()))
        .contains("call_order_phone_pkey", "call_order_pkey")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsEnrollmentsOfSubjectByIndex() {
    assertThat(TABLES.plan(SuppressionEnforcementStore.ENROLLMENTS_OF_SUBJECT, ofSubject()))
        .contains("Index")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsEnrollmentsOfPhoneByIndex() {
    assertThat(TABLES.plan(SuppressionEnforcementStore.ENROLLMENTS_OF_PHONE, ofPhone()))
        .contains("enrollment_phone_pkey", "enrollment_pkey")
        .doesNotContain("Seq Scan");
  }
}
