package eu.callorders.server.dial;

import static eu.callorders.server.dial.UnknownCallsFixture.newId;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.erasure.RetentionCleaner;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retention of attempts whose orders a restore has lost. */
class GoneOrderRetentionTest {
  private static final Duration MONTH = Duration.ofDays(31);

  @AutoClose private final UnknownCallsFixture calls = new UnknownCallsFixture();
  private final DialFixture fixture = calls.fixture;
  private final TestTenant tenant = calls.tenant;
  private final RetentionCleaner retention =
      new RetentionCleaner(
          fixture.database,
          new AuditLog(InstantSource.system(), new Random(3)),
          InstantSource.system());

  @BeforeEach
  void setRetentionToOneMonth() {
    fixture.change(tenant.id(), before -> TestTenants.keeping(before, 1));
  }

  @Test
  void redactsAttemptAMonthAfterItsEnd() {
    UUID attempt = calls.recordBusy(newId(), 1, "erika");
    tenant.age(Duration.ofDays(27));
    retention.runOnce();
    assertThat(calls.attempts().getFirst()).startsWith("erika +");

    tenant.age(Duration.ofDays(5));
    retention.runOnce();

    assertThat(calls.attempts()).containsExactly("  closed busy");
    assertThat(calls.erasedAtGateway()).containsExactly(attempt);
    assertThat(fixture.query("SELECT FROM audit_entry WHERE action = 'retention.applied'"))
        .hasSize(1);
  }

  @Test
  void redactsAttemptsOfOneOrderTogether() {
    UUID order = newId();
    calls.recordBusy(order, 1, "erika");
    tenant.age(Duration.ofDays(20));
    calls.recordBusy(order, 2, "erika");
    tenant.age(Duration.ofDays(20));
    retention.runOnce();
    assertThat(calls.attempts()).allMatch(each -> each.startsWith("erika +"));

    tenant.age(Duration.ofDays(12));
    retention.runOnce();

    assertThat(calls.attempts()).containsExactly("  closed busy", "  closed busy");
  }

  @Test
  void retriesLockedSubject() {
    calls.recordBusy(newId(), 1, "erika");
    calls.recordBusy(newId(), 1, "otto");
    tenant.age(MONTH.plusDays(1));

    try (HeldLocks _ = tenant.holdSubject("erika")) {
      retention.runOnce();
      assertThat(calls.attempts()).filteredOn(each -> each.startsWith("erika +")).hasSize(1);
    }
    retention.runOnce();

    assertThat(calls.attempts()).containsExactly("  closed busy", "  closed busy");
  }

  @Test
  void keepsActiveCall() {
    UUID order = newId();
    fixture.receive(
        calls.accepted(AttemptIds.of(order, 1), order, tenant.newPhone(MagicLine.BUSY), "erika"));
    calls.processor.runOnce();
    tenant.age(MONTH.plusDays(1));

    retention.runOnce();

    assertThat(calls.attempts().getFirst()).startsWith("erika +");
  }

  @Test
  void erasureWaitsForActiveCallOfDeletedOrder() {
    UUID order = newId();
    UUID attempt = AttemptIds.of(order, 1);
    fixture.receive(calls.accepted(attempt, order, tenant.newPhone(MagicLine.BUSY), "erika"));
    calls.processor.runOnce();
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);
    erasing.request("erika");
    erasing.finish();
    assertThat(erasing.isDone()).isFalse();

    fixture.receive(calls.busy(attempt));
    erasing.finish();

    assertThat(erasing.isDone()).isTrue();
    assertThat(calls.attempts()).containsExactly("  closed busy");
  }

  @Test
  void erasureKeepsAttemptsOfAnotherSubjectAtThePhone() {
    String phone = tenant.newPhone(MagicLine.BUSY);
    tenant.anOrder().forSubject("erika").toPhone(phone).place();
    tenant.anOrder().forSubject("otto").toPhone(phone).place();
    UUID lost = newId();
    fixture.receive(calls.accepted(lost, newId(), phone, null), calls.busy(lost));
    calls.processor.runOnce();
    ErasureDriver erasing = new ErasureDriver(fixture, tenant);

    erasing.request("erika");
    erasing.finish();

    assertThat(calls.attempts())
        .containsExactlyInAnyOrder("  closed busy", "otto " + phone + " closed busy");
  }
}
