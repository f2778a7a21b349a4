package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.CommitFailures;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.erasure.RetentionCleaner;
import java.time.Duration;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Retention of personal data. */
@Tag("long")
class RetentionCleanerTest {
  private static final Duration A_MONTH = Duration.ofDays(31);

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final RetentionCleaner retention = retention(InstantSource.system());

  @BeforeEach
  void setRetentionToOneMonth() {
    fixture.change(tenant.id(), before -> TestTenants.keeping(before, 1));
  }

  @Test
  void redactsOrderAMonthAfterItsEnd() {
    PlacedOrder order = ended("erika");
    tenant.age(Duration.ofDays(27));
    retention.runOnce();
    assertThat(order.load().document().redacted()).isFalse();

    tenant.age(Duration.ofDays(5));
    retention.runOnce();

    assertThat(order.load().document().redacted()).isTrue();
    assertThat(order.view().toString()).doesNotContain("erika").doesNotContain("+49302312599");
    assertThat(order.summary()).isEqualTo("no_contact");
    assertThat(order.view().path("calls")).hasSize(1);
    assertThat(fixture.query("SELECT FROM gateway_erasure")).hasSize(1);
    assertThat(actions()).containsExactly("retention.applied");
  }

  @Test
  void auditsAgainAfterRollback() {
    PlacedOrder order = ended("erika");
    tenant.age(Duration.ofDays(35));
    try (CommitFailures _ = CommitFailures.of(fixture.vertx, fixture.testDatabase, "audit_entry")) {
      retention.runOnce();
    }
    assertThat(order.load().document().redacted()).isFalse();
    assertThat(failedWork()).containsExactly(order.id().toString());

    PlacedOrder next = ended("max");
    tenant.age(Duration.ofDays(35));
    retention.runOnce();
    retention.runOnce();

    assertThat(next.load().document().redacted()).isTrue();
    assertThat(actions()).containsExactly("retention.applied");
  }

  @Test
  void failingOrderDoesNotDelayOthers() {
    PlacedOrder broken = ended("erika");
    PlacedOrder sound = ended("max");
    tenant.age(A_MONTH.plusDays(1));
    fixture.query(
        "UPDATE call_order_result SET result = '[]' WHERE order_id = $1 RETURNING order_id",
        broken.id());

    retention.runOnce();
    retention.runOnce();

    assertThat(fixture.query("SELECT FROM call_order WHERE redacted_at IS NULL")).hasSize(1);
    assertThat(sound.load().document().redacted()).isTrue();
    assertThat(failedWork()).containsExactly(broken.id().toString());
  }

  @Test
  void checkedExceptionDoesNotDelayOtherData() {
    PlacedOrder order = ended("erika");
    PlacedOrder talking = tenant.anOrder().forSubject("max").to(MagicLine.BUSY).place();
    fixture.dialDue();
    fixture.receive(
        gateway.answered(talking.attempt()), gateway.transcript(talking.attempt(), "good morning"));
    tenant.age(Duration.ofDays(91));
    assertThat(fixture.query("SELECT FROM transcript")).hasSize(1);

    assertThatThrownBy(() -> retention(FailingClock.at(1)).runOnce())
        .isInstanceOf(TimeoutException.class)
        .hasNoSuppressedExceptions();

    assertThat(order.load().document().redacted()).isFalse();
    assertThat(fixture.query("SELECT FROM transcript")).isEmpty();
  }

  private List<String> failedWork() {
    return fixture.query("SELECT item_id FROM failed_work").stream()
        .map(row -> row.getString("item_id"))
        .toList();
  }

  @Test
  void keepsOpenOrders() {
    PlacedOrder order =
        tenant
            .anOrder()
            .forSubject("max")
            .to(MagicLine.BUSY)
            .notBefore(tenant.now().plus(A_MONTH))
            .place();
    fixture.planner.runOnce();
    tenant.age(A_MONTH.plusDays(2));

    retention.runOnce();

    assertThat(order.load().document().redacted()).isFalse();
    assertThat(actions()).isEmpty();
  }

  @Test
  void redactsManyOrdersInBatches() {
    List<PlacedOrder> orders = new ArrayList<>();
    for (int i = 0; i < 120; i++) {
      orders.add(tenant.anOrder().to(MagicLine.BUSY).place());
    }
    tenant.jump(A_MONTH);
    while (fixture.planner.runOnce() > 0) {
      assertThat(orders).isNotEmpty();
    }
    assertThat(orders).allMatch(PlacedOrder::isEnded);
    tenant.age(A_MONTH.plusDays(1));

    retention.runOnce();

    assertThat(orders).allMatch(order -> order.load().document().redacted());
    assertThat(actions()).containsExactly("retention.applied");
  }

  @Test
  void retriesLockedSubject() {
    PlacedOrder busy = ended("erika");
    PlacedOrder free = ended("max");
    tenant.age(A_MONTH.plusDays(1));

    try (HeldLocks _ = tenant.holdSubject("erika")) {
      retention.runOnce();
      assertThat(free.load().document().redacted()).isTrue();
      assertThat(busy.load().document().redacted()).isFalse();
    }
    retention.runOnce();

    assertThat(busy.load().document().redacted()).isTrue();
  }

  @Test
  void ignoresEventsOfRedactedOrders() {
    PlacedOrder order = ended("erika");
    UUID attempt = order.attempt();
    tenant.age(A_MONTH.plusDays(1));
    retention.runOnce();

    fixture.receive(gateway.transcript(attempt, "here I am"));
    fixture.receive(gateway.answered(attempt));

    assertThat(fixture.query("SELECT FROM transcript")).isEmpty();
    assertThat(order.dispositions()).containsExactly("busy");
  }

  @Test
  void keepsSignalsAtLeastNinetyDays() {
    UUID signal = signal();
    tenant.age(Duration.ofDays(89));
    retention.runOnce();
    assertThat(subjectOf(signal)).isEqualTo("erika");

    tenant.age(Duration.ofDays(2));
    retention.runOnce();

    assertThat(subjectOf(signal)).isEmpty();
    assertThat(fixture.query("SELECT FROM signal WHERE subject_data IS NOT NULL")).isEmpty();
  }

  @Test
  void keepsSignalsAsLongAsOrders() {
    fixture.change(tenant.id(), before -> TestTenants.keeping(before, 6));
    UUID signal = signal();
    tenant.age(Duration.ofDays(150));
    retention.runOnce();
    assertThat(subjectOf(signal)).isEqualTo("erika");

    tenant.age(Duration.ofDays(40));
    retention.runOnce();

    assertThat(subjectOf(signal)).isEmpty();
  }

  @Test
  void redactsEnrollments() {
    fixture.query(
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
    fixture.query(
        """
        INSERT INTO enrollment_body (enrollment_id, tenant_id, subject_data)
        SELECT id, tenant_id, '{"subject": {}}' FROM enrollment RETURNING enrollment_id
        """);
    tenant.age(A_MONTH.plusDays(1));

    retention.runOnce();

    assertThat(fixture.query("SELECT FROM enrollment WHERE subject_reference = ''")).hasSize(1);
    assertThat(fixture.query("SELECT FROM enrollment_body WHERE subject_data IS NULL")).hasSize(1);
  }

  private PlacedOrder ended(String subject) {
    PlacedOrder order = tenant.anOrder().forSubject(subject).to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(order.isEnded()).isTrue();
    return order;
  }

  private UUID signal() {
    return fixture
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
    return fixture
        .query("SELECT subject_reference FROM signal WHERE id = $1", signal)
        .getFirst()
        .getString(0);
  }

  private List<String> actions() {
    return fixture.query("SELECT action FROM audit_entry ORDER BY position").stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private RetentionCleaner retention(InstantSource realTime) {
    AuditLog audit = new AuditLog(InstantSource.system(), new Random(3));
    return new RetentionCleaner(fixture.database, audit, realTime);
  }
}
