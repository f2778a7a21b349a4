package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.TenantBreakers;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Ten thousand due orders of one phone, or of one subject, do not delay other orders. */
@Tag("long")
class ManyOrdersOfOnePhoneTest {
  private static final int MANY = 10_000;

  /**
   * {@link IntentWriter#LOOKAHEAD} orders leave the queue per round, plus the first and the last
   * round.
   */
  private static final int ROUNDS = MANY / IntentWriter.LOOKAHEAD + 2;

  private static final String COPIES =
      """
      WITH fresh AS MATERIALIZED (
        SELECT gen_random_uuid() AS id, o.id AS original, n,
               CASE WHEN $3 THEN 'copy-' || n ELSE o.subject_reference END AS person
          FROM call_order o CROSS JOIN generate_series(1, $2::int) AS n
         WHERE o.id = $1),
      orders AS (
        INSERT INTO call_order (id, tenant_id, status, order_type, order_type_version,
               subject_reference, created_at, updated_at, next_attempt_at, next_phone, expires_at)
        SELECT fresh.id, o.tenant_id, o.status, o.order_type, o.order_type_version, fresh.person,
               o.created_at, o.updated_at, o.next_attempt_at, o.next_phone, o.expires_at
          FROM fresh JOIN call_order o ON o.id = fresh.original
        RETURNING id)
      INSERT INTO call_order_body (order_id, tenant_id, document, submitted_scheduling)
      SELECT fresh.id, b.tenant_id,
             jsonb_set(b.document::jsonb, '{subject,reference}', to_jsonb(fresh.person))::json,
             b.submitted_scheduling
        FROM fresh JOIN call_order_body b ON b.order_id = fresh.original
      RETURNING order_id
      """;

  private static final String WAITING =
      "SELECT count(*)::int FROM call_order WHERE waits_for_phone IS NOT NULL";

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();

  @Test
  void ordersOfManySubjectsForOnePhoneDoNotDelayOthers() {
    PlacedOrder shared = planned(MagicLine.BUSY.number(0));
    fixture.query(COPIES, shared.id(), MANY - 1, true);
    PlacedOrder other = planned(MagicLine.BUSY.number(1));

    assertThat(roundsUntilDialed(other)).isLessThanOrEqualTo(ROUNDS);
    assertThat(gateway.placed).hasSize(2);
    assertThat(waiting()).isEqualTo(MANY - 1);
    assertThat(rowsReadByTheClaim()).isLessThan(100);

    PlacedOrder late = planned(MagicLine.BUSY.number(2));
    assertThat(roundsUntilDialed(late)).isEqualTo(1);
    end(gateway.placed.getFirst());
    assertThat(rowsReadByTheClaim()).isLessThan(100);
    assertThat(fixture.dialer.runOnce().orders())
        .describedAs("one of the waiting orders")
        .isEqualTo(1);
    assertThat(gateway.placed.getLast().to()).isEqualTo(gateway.placed.getFirst().to());
    assertThat(fixture.dialer.runOnce().orders()).isZero();
    assertThat(waiting()).isEqualTo(MANY - 2);
  }

  @Test
  void ordersOfOneSubjectDoNotDelayOthers() {
    PlacedOrder shared = planned(MagicLine.BUSY.number(0));
    fixture.query(COPIES, shared.id(), MANY - 1, false);
    fixture.query(
        "UPDATE call_order SET next_phone = $2 WHERE subject_reference = $1 AND id <> $3"
            + " RETURNING id",
        shared.load().subjectReference(),
        MagicLine.BUSY.number(5),
        shared.id());
    PlacedOrder other = planned(MagicLine.BUSY.number(1));

    assertThat(roundsUntilDialed(other)).isLessThanOrEqualTo(ROUNDS);
    assertThat(waiting()).isEqualTo(MANY - 1);

    end(gateway.placed.getFirst());
    PlacedOrder late = planned(MagicLine.BUSY.number(2));
    assertThat(roundsUntilDialed(late)).isEqualTo(1);
    assertThat(gateway.placed).hasSize(3);
  }

  @Test
  void claimSkipsPhonesOfTenantWithoutDials() {
    addWaitingPhones();
    assertThat(rowsReadByTheClaim()).isGreaterThan(200);
    fixture.query("UPDATE tenant SET max_dials_per_day = 0 RETURNING id");

    assertThat(rowsReadByTheClaim()).isLessThan(100);
  }

  @Test
  void claimReadsPhonesUpToItsLimit() {
    addWaitingPhones();

    assertThat(rowsReadByTheClaim()).isLessThan(1_500);
  }

  /** Gives each phone a waiting order and no active attempt. */
  private void addWaitingPhones() {
    PlacedOrder shared = planned(MagicLine.BUSY.number(0));
    fixture.query(COPIES, shared.id(), MANY - 1, true);
    fixture.query(
        "UPDATE call_order SET waits_for_phone = '+4930' || lpad(n::text, 8, '0')"
            + " FROM (SELECT id AS each, row_number() OVER () AS n FROM call_order) AS numbered"
            + " WHERE id = each RETURNING id");
  }

  private PlacedOrder planned(String phone) {
    PlacedOrder order = tenant.anOrder().toPhone(phone).gapOfHours(4).place();
    fixture.planner.runOnce();
    return order;
  }

  private int roundsUntilDialed(PlacedOrder order) {
    int rounds = 0;
    while (gateway.placed.stream().map(PlaceCall::orderId).noneMatch(order.id()::equals)) {
      assertThat(fixture.dialer.runOnce().orders()).isPositive();
      rounds++;
    }
    return rounds;
  }

  private void end(PlaceCall call) {
    fixture.receive(gateway.ended(call.attemptId(), Disposition.BUSY, Cause.NORMAL));
  }

  private int waiting() {
    return fixture.query(WAITING).getFirst().getInteger(0);
  }

  /** Rows of orders and attempts that the claim reads, used or not. */
  private long rowsReadByTheClaim() {
    List<String> plan =
        fixture
            .database
            .asWorker(
                connection ->
                    connection
                        .preparedQuery("EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF) " + OrderQueue.DUE)
                        .execute(
                            OrderQueue.dueParameters(
                                200,
                                Duration.ZERO,
                                DueTenants.WITHOUT_PREDIAL_CHECK,
                                TenantBreakers.Limits.NONE,
                                new UUID[0]))
                        .map(rows -> rows.stream().map(row -> row.getString(0)).toList()))
            .await();
    assertThat(plan).noneMatch(line -> line.contains("Seq Scan on call_"));
    Pattern scanned = Pattern.compile("Scan.* on call_.*rows=([0-9.]+) loops=([0-9]+)");
    Pattern removed = Pattern.compile("Rows Removed by Filter: ([0-9]+)");
    double visited = 0;
    for (String line : plan) {
      Matcher scan = scanned.matcher(line);
      Matcher filter = removed.matcher(line);
      if (scan.find()) {
        visited += Double.parseDouble(scan.group(1)) * Long.parseLong(scan.group(2));
      } else if (filter.find()) {
        visited += Long.parseLong(filter.group(1));
      }
    }
    return Math.round(visited);
  }
}
