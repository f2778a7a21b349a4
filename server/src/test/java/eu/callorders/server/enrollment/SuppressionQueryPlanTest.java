package eu.callorders.server.enrollment;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.server.LargeTables;
import eu.callorders.server.database.RowMapper;
import io.vertx.sqlclient.Tuple;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class SuppressionQueryPlanTest {
  private static final UUID TENANT = UUID.randomUUID();

  @AutoClose private static final LargeTables TABLES = LargeTables.ofOrdersAndEnrollments(TENANT);

  @Test
  void findsRunningEnrollmentsOfSubjectByIndex() {
    Tuple arguments =
        RowMapper.columns(new UUID[] {TENANT}, new String[] {"person-7"})
            .addValue(EnrollmentStore.RUNNING_LIMIT);
    assertThat(TABLES.plan(EnrollmentStore.RUNNING, arguments))
        .contains("Index")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsNewestSubjectDataByIndex() {
    Tuple arguments = RowMapper.columns(new UUID[] {TENANT}, new String[] {"person-7"});
    assertThat(TABLES.plan(SubjectData.NEWEST, arguments))
        .contains("call_order_by_subject", "signal_with_subject_data")
        .doesNotContain("Seq Scan on call_order ");
  }
}
