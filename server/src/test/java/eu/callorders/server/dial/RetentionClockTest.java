package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.erasure.RetentionCleaner;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Retention while the tenant's clock is ahead of real time. */
class RetentionClockTest {
  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final RetentionCleaner retention =
      new RetentionCleaner(
          fixture.database,
          new AuditLog(DialFixture.REAL_TIME, new Random(3)),
          DialFixture.REAL_TIME);
  private PlacedOrder order;

  @BeforeEach
  void dial() {
    fixture.change(tenant.id(), before -> TestTenants.keeping(before, 1));
    order = tenant.anOrder().forSubject("erika").to(MagicLine.BUSY).attempts(1).place();
    fixture.dialDue();
  }

  @Test
  void realTimeDecidesOnPersonalData() {
    fixture.receive(gateway.ended(order.attempt(), Disposition.BUSY, Cause.NORMAL));
    assertThat(order.isEnded()).isTrue();
    tenant.jump(Duration.ofDays(62));
    retention.runOnce();
    assertThat(order.load().document().redacted()).isFalse();
    assertThat(fixture.query("SELECT FROM audit_entry")).isEmpty();

    tenant.age(Duration.ofDays(32));
    retention.runOnce();

    assertThat(order.load().document().redacted()).isTrue();
  }

  @Test
  void tenantsClockDecidesOnTranscripts() {
    fixture.receive(
        gateway.answered(order.attempt()), gateway.transcript(order.attempt(), "good morning"));
    tenant.jump(Duration.ofDays(89));
    retention.runOnce();
    assertThat(fixture.query("SELECT FROM transcript")).hasSize(1);

    tenant.jump(Duration.ofDays(2));
    retention.runOnce();

    assertThat(fixture.query("SELECT FROM transcript")).isEmpty();
  }
}
