package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.server.call.OverdueStore;
import eu.callorders.server.call.SubjectHistoryStore;
import eu.callorders.server.database.ConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Claims read only rows of due work. */
@Tag("long")
class ClaimQueryPlanTest {
  private static final String MANY_ORDERS =
      """
      INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
        subject_reference, created_at, updated_at, ended_at,
        next_attempt_at, expires_at)
      SELECT gen_random_uuid(), $1, CASE WHEN n % 4 = 0 THEN 'completed' ELSE 'scheduled' END,
             'payment_reminder', 1, 'person-' || n, now(), now(),
             CASE WHEN n % 4 = 0 THEN now() END,
             CASE WHEN n % 4 > 0 THEN now() + interval '5 years' + n * interval '1 second' END,
             now() + interval '6 years'
        FROM generate_series(1, 20000) AS n
      RETURNING id
      """;

  private static final String THEIR_ATTEMPTS =
      """
      INSERT INTO call_attempt (id, tenant_id, order_id, subject_reference, phone, from_number,
        status, attempt_number, intended_at, ended_at, disposition, not_after, contact_day,
        dial_day, claim_key, decision)
      SELECT gen_random_uuid(), tenant_id, id, subject_reference, '+49', '+49', 'closed', 1, now(),
             now(), 'busy', now(), current_date, current_date,
             gen_random_uuid(), '{}'
        FROM call_order
       WHERE tenant_id = $1
      RETURNING id
      """;

  @AutoClose private static DialFixture fixture;

  @BeforeAll
  static void open() {
    fixture = new DialFixture();
    for (int count = 0; count < 3; count++) {
      UUID tenantId = fixture.tenant().id();
      fixture.query(MANY_ORDERS, tenantId);
      fixture.query(THEIR_ATTEMPTS, tenantId);
    }
    fixture.query(
        "UPDATE call_order SET next_attempt_at = now() WHERE id IN"
            + " (SELECT id FROM call_order WHERE status = 'scheduled' LIMIT 50) RETURNING id");
    analyze();
  }

  /** Only the owner of a table may analyze it. */
  private static void analyze() {
    PgConnection owner =
        PgConnection.connect(fixture.vertx, ConnectOptions.to(fixture.testDatabase.owner()))
            .await();
    owner.query("ANALYZE").execute().await();
    owner.close().await();
  }

  @Test
  void dueOrdersAreFoundByTenantAndTime() {
    Tuple arguments =
        OrderQueue.dueParameters(
            200,
            Duration.ZERO,
            DueTenants.WITHOUT_PREDIAL_CHECK,
            TenantBreakers.Limits.NONE,
            new UUID[0]);
    assertThat(plan(OrderQueue.DUE, arguments))
        .contains("Index Cond: ((tenant_id = d.tenant_id) AND (next_attempt_at <= d.until))")
        .doesNotContain("Seq Scan on call_order");
  }

  @Test
  void tenantsThatMayPlaceNoCallAreNotSearched() {
    Tuple arguments =
        OrderQueue.dueParameters(
            200,
            Duration.ZERO,
            DueTenants.WITHOUT_PREDIAL_CHECK,
            new TenantBreakers.Limits(Map.of(), 0),
            new UUID[0]);
    assertThat(plan(OrderQueue.DUE, arguments).lines())
        .filteredOn(line -> line.contains(" on call_order o"))
        .isNotEmpty()
        .allMatch(line -> line.contains("never executed"));
  }

  @Test
  void nextDueOrderIsFoundByTenantAndTime() {
    assertThat(plan(OrderQueue.NEXT_CLAIM, Tuple.of(5L, false)))
        .contains("Index Cond: ((tenant_id = d.tenant_id) AND (next_attempt_at > d.until))")
        .doesNotContain("Seq Scan on call_order");
  }

  @Test
  void ordersToPlanAreFoundByTheirIndex() {
    assertThat(plan(OrderQueue.ACCEPTED, Tuple.tuple().addInteger(200).addArrayOfUUID(new UUID[0])))
        .contains("call_order_to_plan")
        .doesNotContain("Seq Scan on call_order");
  }

  @Test
  void overdueReportsAreFoundByTenantAndTime() {
    assertThat(plan(OverdueStore.UNREPORTED, Tuple.of(100)))
        .contains("report_due_at <= clock.now")
        .contains("call_attempt_report_due");
  }

  @Test
  void callsToStopAreFoundByTheirIndex() {
    assertThat(plan(OverdueStore.TO_STOP, Tuple.of(100, new UUID(0, 0))))
        .contains("call_order_stopping")
        .doesNotContain("Seq Scan on call_order");
  }

  @Test
  void contactsOfANumberAreFoundByIt() {
    OffsetDateTime now = OffsetDateTime.now(ZoneOffset.UTC);
    Tuple arguments =
        Tuple.of(
            new UUID[] {fixture.tenant().id()},
            new String[] {"+493023125000"},
            new OffsetDateTime[] {now.minusDays(1)},
            new OffsetDateTime[] {now},
            new String[] {"{" + UUID.randomUUID() + "}"});

    assertThat(plan(SubjectHistoryStore.PHONES, arguments))
        .contains("call_attempt_by_phone", "one_active_attempt_per_number")
        .contains("erased_contact_by_phone")
        .doesNotContain("Seq Scan on call_attempt");
  }

  private static String plan(String statement, Tuple arguments) {
    List<Row> lines =
        fixture
            .database
            .asWorker(
                connection ->
                    connection
                        .preparedQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + statement)
                        .execute(arguments)
                        .map(rows -> rows.stream().toList()))
            .await();
    return lines.stream().map(row -> row.getString(0)).collect(Collectors.joining("\n"));
  }
}
