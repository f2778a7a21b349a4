package eu.callorders.server.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The feed uses its indexes for all arguments, with row-level security on. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class FeedQueryPlanTest {
  private static final String FILL =
      """
      INSERT INTO event
        (tenant_id, id, recorded_at, occurred_at, xid, seq, call_order_id, enrollment_id, type,
         envelope)
      SELECT '%s', gen_random_uuid(), now() - n * interval '30 seconds', now(), '1', -n,
             md5((n / 10)::text)::uuid, md5((n / 20)::text)::uuid, 'call.started',
             repeat('x', 500)
        FROM generate_series(1, 20000) AS n
      """;

  @AutoClose private EventFixture fixture;

  @BeforeAll
  void fill() throws SQLException {
    fixture = new EventFixture(6, 1);
    LocalDate today = LocalDate.ofInstant(Instant.now(), ZoneOffset.UTC);
    try (Connection owner = fixture.testDatabase.owner().connect();
        Statement statement = owner.createStatement()) {
      statement.execute("SET app.worker = on");
      for (int day = 2; day < 10; day++) {
        statement.execute("SELECT create_day_partition('event', '" + today.minusDays(day) + "')");
      }
      statement.execute(FILL.formatted(fixture.tenant));
      for (int day = 1; day < 6; day++) {
        LocalDate filled = today.minusDays(day);
        statement.execute("ANALYZE event_" + filled.format(DateTimeFormatter.BASIC_ISO_DATE));
      }
    }
  }

  @Test
  void readsAllByTheFeedIndex() {
    assertThat(plan(FeedStore.ALL))
        .contains("Merge Append", "_tenant_id_xid_seq_idx")
        .contains("ROW(xid, seq) > ROW(", "(xid < (((")
        .doesNotContain("->  Sort", "Seq Scan", "Bitmap");
  }

  @Test
  void searchesByTheFeedIndexWithinItsLimit() {
    assertThat(plan(FeedStore.SEARCH))
        .contains("Merge Append", "_tenant_id_xid_seq_idx", "WindowAgg")
        .doesNotContain("->  Sort", "Seq Scan", "Bitmap");
  }

  @Test
  void readsOrdersAndEnrollmentsByTheirIndexes() {
    assertThat(plan(FeedStore.OF_CALL_ORDER))
        .contains("call_order_id_xid_seq_idx")
        .doesNotContain("Seq Scan");
    assertThat(plan(FeedStore.OF_ENROLLMENT))
        .contains("enrollment_id_xid_seq_idx")
        .doesNotContain("Seq Scan");
  }

  @Test
  void findsOneEventInOnePartition() {
    assertThat(plan(FeedStore.BY_ID)).contains("_pkey", "Append").doesNotContain("Seq Scan");
    assertThat(plan(FeedStore.LAST_BEFORE))
        .contains("Merge Append", "Index Scan Backward", "_pkey")
        .doesNotContain("->  Sort", "Seq Scan");
  }

  private String plan(String statement) {
    return fixture
        .database
        .asTenant(
            fixture.tenant,
            connection -> connection.query("EXPLAIN (GENERIC_PLAN) " + statement).execute())
        .await()
        .stream()
        .map(row -> row.getString(0))
        .collect(Collectors.joining("\n"));
  }
}
