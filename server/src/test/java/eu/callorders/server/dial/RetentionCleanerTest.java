package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.erasure.RetentionCleaner;
import eu.callorders.server.tenant.Tenant;
import java.time.Duration;
import java.time.InstantSource;
import java.time.Period;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retention of personal data, on the tenant's clock. */
class RetentionCleanerTest {
  private static final Duration A_MONTH = Duration.ofDays(31);

  private final ScriptedGateway gateway = new ScriptedGateway();
  private final DialFixture house = DialFixture.over(gateway);
  private final TestTenant tenant = house.tenant();
  private final RetentionCleaner retention = retention();

  @BeforeEach
  void setRetentionToOneMonth() {
    house.change(tenant.id(), before -> keeping(before, 1));
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void redactsOrderAMonthAfterItsEnd() {
    PlacedOrder order = ended("erika");
    tenant.jump(A_MONTH.minusHours(1));
    retention.runOnce();
    assertThat(order.loaded().document().redacted()).isFalse();

    tenant.jump(Duration.ofHours(2));
    retention.runOnce();

    assertThat(order.loaded().document().redacted()).isTrue();
    assertThat(order.shown().toString()).doesNotContain("erika").doesNotContain("+49302312599");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(order.shown().path("calls")).hasSize(1);
    assertThat(house.query("SELECT FROM gateway_erasure")).hasSize(1);
    assertThat(actions()).containsExactly("retention.applied");
  }

  @Test
  void auditsAgainAfterRollback() {
    PlacedOrder order = ended("erika");
    tenant.jump(Duration.ofDays(35));
    try (CommitFailures _ = CommitFailures.of(house.vertx, house.testDatabase, "audit_entry")) {
      retention.runOnce();
    }
    assertThat(order.loaded().document().redacted()).isFalse();
    assertThat(failedWork()).containsExactly(order.id().toString());

    PlacedOrder next = ended("max");
    tenant.jump(Duration.ofDays(35));
    retention.runOnce();
    retention.runOnce();

    assertThat(next.loaded().document().redacted()).isTrue();
    assertThat(actions()).containsExactly("retention.applied");
  }

  @Test
  void failingOrderDoesNotDelayOthers() {
    PlacedOrder broken = ended("erika");
    PlacedOrder sound = ended("max");
    tenant.jump(A_MONTH.plusDays(1));
    house.query(
        "UPDATE call_order_result SET result = '[]' WHERE order_id = $1 RETURNING order_id",
        broken.id());

    retention.runOnce();
    retention.runOnce();

    assertThat(house.query("SELECT FROM call_order WHERE redacted_at IS NULL")).hasSize(1);
    assertThat(sound.loaded().document().redacted()).isTrue();
    assertThat(failedWork()).containsExactly(broken.id().toString());
  }

  @Test
  void checkedExceptionDoesNotDelayOtherData() {
    PlacedOrder order = ended("erika");
    PlacedOrder talking = tenant.anOrder().of("max").to(MagicLine.BUSY).placed();
    house.dialDue();
    house.tell(
        gateway.answered(talking.attempt()), gateway.said(talking.attempt(), "good morning"));
    tenant.jump(Duration.ofDays(91));
    assertThat(house.query("SELECT FROM transcript")).hasSize(1);

    assertThatThrownBy(() -> retention(FailingClock.at(1)).runOnce())
        .isInstanceOf(TimeoutException.class)
        .hasNoSuppressedExceptions();

    assertThat(order.loaded().document().redacted()).isFalse();
    assertThat(house.query("SELECT FROM transcript")).isEmpty();
  }

  private List<String> failedWork() {
    return house.query("SELECT item_id FROM failed_work").stream()
        .map(row -> row.getString("item_id"))
        .toList();
  }

  @Test
  void keepsOpenOrders() {
    PlacedOrder order =
        tenant
            .anOrder()
            .of("max")
            .to(MagicLine.BUSY)
            .notBefore(tenant.now().plus(A_MONTH))
            .placed();
    house.planner.runOnce();
    tenant.jump(A_MONTH.plusDays(2));

    retention.runOnce();

    assertThat(order.loaded().document().redacted()).isFalse();
    assertThat(actions()).isEmpty();
  }

  @Test
  void redactsManyOrdersInBatches() {
    List<PlacedOrder> orders = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      orders.add(tenant.anOrder().to(MagicLine.BUSY).placed());
    }
    tenant.jump(A_MONTH);
    while (house.planner.runOnce() > 0) {
      assertThat(orders).isNotEmpty();
    }
    assertThat(orders).allMatch(PlacedOrder::ended);
    tenant.jump(A_MONTH.plusDays(1));

    retention.runOnce();

    assertThat(orders).allMatch(order -> order.loaded().document().redacted());
    assertThat(actions()).containsExactly("retention.applied");
  }

  @Test
  void retriesLockedSubject() {
    PlacedOrder busy = ended("erika");
    PlacedOrder free = ended("max");
    tenant.jump(A_MONTH.plusDays(1));

    try (HeldLocks _ = tenant.holdPerson("erika")) {
      retention.runOnce();
      assertThat(free.loaded().document().redacted()).isTrue();
      assertThat(busy.loaded().document().redacted()).isFalse();
    }
    retention.runOnce();

    assertThat(busy.loaded().document().redacted()).isTrue();
  }

  @Test
  void ignoresEventsOfRedactedOrders() {
    PlacedOrder order = ended("erika");
    UUID attempt = order.attempt();
    tenant.jump(A_MONTH.plusDays(1));
    retention.runOnce();

    house.tell(gateway.said(attempt, "here I am"));
    house.tell(gateway.answered(attempt));

    assertThat(house.query("SELECT FROM transcript")).isEmpty();
    assertThat(order.dispositions()).containsExactly("busy");
  }

  @Test
  void keepsSignalsAtLeastNinetyDays() {
    UUID signal = signal();
    tenant.jump(Duration.ofDays(89));
    retention.runOnce();
    assertThat(subjectOf(signal)).isEqualTo("erika");

    tenant.jump(Duration.ofDays(2));
    retention.runOnce();

    assertThat(subjectOf(signal)).isEmpty();
    assertThat(house.query("SELECT FROM signal WHERE subject_data IS NOT NULL")).isEmpty();
  }

  @Test
  void keepsSignalsAsLongAsOrders() {
    house.change(tenant.id(), before -> keeping(before, 6));
    UUID signal = signal();
    tenant.jump(Duration.ofDays(150));
    retention.runOnce();
    assertThat(subjectOf(signal)).isEqualTo("erika");

    tenant.jump(Duration.ofDays(40));
    retention.runOnce();

    assertThat(subjectOf(signal)).isEmpty();
  }

  @Test
  void redactsEnrollments() {
    house.query(
        """
        WITH sequence AS (
          INSERT INTO enrollment (id, tenant_id, sequence_id, sequence_key, sequence_version,
            subject_reference, signal_id, status, position, step, created_at, ended_at)
          VALUES (gen_random_uuid(), $1, gen_random_uuid(), 'ladder', 1, 'erika',
                  gen_random_uuid(), 'completed', 'ended', 0, $2, $2)
          RETURNING id, tenant_id)
        SELECT id FROM sequence
        """,
        tenant.id(),
        tenant.now().atOffset(ZoneOffset.UTC));
    house.query(
        """
        INSERT INTO enrollment_body (enrollment_id, tenant_id, subject_data)
        SELECT id, tenant_id, '{"subject": {}}' FROM enrollment RETURNING enrollment_id
        """);
    tenant.jump(A_MONTH.plusDays(1));

    retention.runOnce();

    assertThat(house.query("SELECT FROM enrollment WHERE subject_reference = ''")).hasSize(1);
    assertThat(house.query("SELECT FROM enrollment_body WHERE subject_data IS NULL")).hasSize(1);
  }

  @Test
  void deletesExpiredTranscripts() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).placed();
    house.dialDue();
    house.tell(gateway.answered(order.attempt()), gateway.said(order.attempt(), "good morning"));
    assertThat(house.query("SELECT FROM transcript")).hasSize(1);
    tenant.jump(Duration.ofDays(89));
    retention.runOnce();
    assertThat(house.query("SELECT FROM transcript")).hasSize(1);

    tenant.jump(Duration.ofDays(2));
    retention.runOnce();

    assertThat(house.query("SELECT FROM transcript")).isEmpty();
  }

  private PlacedOrder ended(String subject) {
    PlacedOrder order = tenant.anOrder().of(subject).to(MagicLine.BUSY).attempts(1).placed();
    house.dialDue();
    house.tell(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(order.ended()).isTrue();
    return order;
  }

  private UUID signal() {
    return house
        .query(
            """
            INSERT INTO signal (id, tenant_id, signal_type, subject_reference, dedupe_key,
              received_at, subject_data, subject_data_complete, triggered)
            VALUES (gen_random_uuid(), $1, 'invoice.overdue', 'erika', 'k', $2,
                    '{"subject": {}}', false, '[]')
            RETURNING id
            """,
            tenant.id(),
            tenant.now().atOffset(ZoneOffset.UTC))
        .getFirst()
        .getUUID(0);
  }

  private String subjectOf(UUID signal) {
    return house
        .query("SELECT subject_reference FROM signal WHERE id = $1", signal)
        .getFirst()
        .getString(0);
  }

  private List<String> actions() {
    return house.query("SELECT action FROM audit_entry ORDER BY position").stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private RetentionCleaner retention() {
    return retention(InstantSource.system());
  }

  private RetentionCleaner retention(InstantSource realTime) {
    AuditLog audit = new AuditLog(InstantSource.system(), new Random(3));
    return new RetentionCleaner(house.database, house.tenants, audit, realTime);
  }

  static Tenant keeping(Tenant tenant, int months) {
    return new Tenant(
        tenant.id(),
        tenant.name(),
        tenant.disabled(),
        tenant.defaultLocale(),
        tenant.timezone(),
        tenant.verificationMode(),
        tenant.callingHours(),
        tenant.quotas(),
        new Tenant.RetentionPeriods("structured", Period.ofDays(90), Period.ZERO, months),
        tenant.sequencesEnabled(),
        tenant.callerIds(),
        tenant.clockOffset());
  }
}
