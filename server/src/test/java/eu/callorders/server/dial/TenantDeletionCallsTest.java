package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.server.Race.RaceOutcome;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.deletion.TenantDeletionRequests;
import eu.callorders.server.deletion.TenantDeletionWorker;
import eu.callorders.server.erasure.GatewayErasureWorker;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Calls of a tenant that is being deleted: none begins, and a running one ends first. */
class TenantDeletionCallsTest {
  private static final String MAKE_DUE =
      "UPDATE tenant_deletion SET next_run_at = now() - interval '1 second' RETURNING tenant_id";

  private final ScriptedGateway gateway = new ScriptedGateway();
  @AutoClose private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final TestTenant other = fixture.tenant();
  private final TenantDeletionWorker worker =
      new TenantDeletionWorker(
          fixture.database,
          new AuditLog(DialFixture.REAL_TIME, new Random(5)),
          DialFixture.REAL_TIME);

  private boolean request() {
    TenantDeletionRequests requests =
        new TenantDeletionRequests(fixture.haltControl, DialFixture.REAL_TIME);
    return fixture
        .database
        .asWorker(connection -> requests.request(connection, tenant.id()))
        .await();
  }

  private PlacedOrder planned(TestTenant owner) {
    PlacedOrder order = owner.anOrder().to(MagicLine.BUSY).place();
    fixture.planner.runOnce();
    return order;
  }

  @Test
  void requestBeforeDialPreventsIt() throws Exception {
    PlacedOrder order = planned(tenant);
    PlacedOrder theirs = planned(other);

    var race = fixture.raceAt("dial_halt", this::request, () -> fixture.dialer.runOnce().orders());
    fixture.dialDue();

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    assertThat(gateway.placed).extracting(PlaceCall::orderId).containsExactly(theirs.id());
    assertThat(order.status()).isEqualTo("scheduled");
    assertThat(order.attempts()).isEmpty();
  }

  @Test
  void stillPreventsDialsAfterAllHaltsAreLifted() {
    planned(tenant);
    request();
    fixture
        .database
        .asWorker(
            connection -> fixture.haltControl.resume(connection, new Halt.Scope(null, null, null)))
        .await();

    fixture.haltReleaseWorker.runOnce();
    fixture.dialDue();

    assertThat(gateway.placed).isEmpty();
  }

  @Test
  void requestAfterDialWaitsForItsEnd() throws Exception {
    PlacedOrder order = planned(tenant);

    var race = fixture.race(() -> fixture.dialer.runOnce().orders(), this::request);

    assertThat(race.outcome()).isEqualTo(RaceOutcome.WAITED);
    UUID call = order.attempt();
    fixture.receive(gateway.answered(call));
    assertNothingIsDeleted(order);
    fixture.receive(gateway.ended(call, Disposition.ANSWERED, Cause.NORMAL));
    assertNothingIsDeleted(order);
    fixture.receive(gateway.report(call, Map.of("summary_code", "refused")));
    assertThat(order.status()).isEqualTo("completed");

    delete();

    assertThat(fixture.query("SELECT FROM call_order WHERE id = $1", order.id())).isEmpty();
    assertThat(fixture.query("SELECT FROM tenant")).hasSize(1);
    assertThat(new GatewayErasureWorker(fixture.database, gateway, DialFixture.REAL_TIME).runOnce())
        .isEqualTo(1);
    assertThat(gateway.erasureRequests).containsExactly(call);
  }

  private void assertNothingIsDeleted(PlacedOrder order) {
    fixture.query(MAKE_DUE);
    assertThat(worker.runOnce()).isTrue();
    assertThat(worker.runOnce()).as("until the call is looked at again").isFalse();
    assertThat(fixture.query("SELECT FROM event WHERE call_order_id = $1", order.id()))
        .isNotEmpty();
  }

  private void delete() {
    fixture.query(MAKE_DUE);
    while (worker.runOnce()) {
      assertThat(other.counterDeviations()).isEmpty();
      assertThat(tenant.counterDeviations()).as("counters that are being deleted").isEmpty();
    }
  }

  @Test
  void deletesNothingDuringARecovery() {
    PlacedOrder order = planned(tenant);
    request();
    fixture.query(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        VALUES (gen_random_uuid(), 'recovery', 0, 'came back', now())
        RETURNING id
        """);
    fixture.query(MAKE_DUE);

    assertThat(worker.runOnce()).isFalse();

    assertThat(order.status()).isEqualTo("scheduled");
  }
}
