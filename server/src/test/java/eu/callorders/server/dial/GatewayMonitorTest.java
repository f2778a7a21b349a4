package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.DialFacts;
import eu.callorders.core.telephony.BreakerSignal;
import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.GatewayStatus;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.server.SettableClock;
import eu.callorders.server.TestNode;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GatewayMonitorTest {
  private static final UUID TENANT = new UUID(0, 1);
  private static final UUID OTHER_TENANT = new UUID(0, 2);
  private static final PhoneNumber PHONE = new PhoneNumber("+493023125006");
  private static final PlaceResult ACCEPTED = new PlaceResult.Accepted("ref");
  private static final PlaceResult UNKNOWN = new PlaceResult.Unknown("lost");

  private final SettableClock clock = new SettableClock(TestNode.START);
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final AtomicInteger monitorWakeUps = new AtomicInteger();
  private final AtomicInteger dialerWakeUps = new AtomicInteger();
  private final GatewayMonitor monitor =
      new GatewayMonitor(
          "tested",
          gateway,
          CircuitBreaker.Rule.DEFAULT,
          clock,
          new GatewayMonitor.Callbacks(
              monitorWakeUps::incrementAndGet, dialerWakeUps::incrementAndGet));

  @Test
  void placesNothingBeforeTheFirstHealthCheck() {
    assertThat(monitor.status()).isEqualTo(GatewayStatus.UNKNOWN);
    assertThat(monitor.freeLines()).isZero();
    assertThat(monitorWakeUps).hasPositiveValue();

    monitor.runOnce();

    assertThat(monitor.status()).isEqualTo(GatewayStatus.UP);
    assertThat(monitor.freeLines()).isEqualTo(Integer.MAX_VALUE);
    assertThat(dialerWakeUps).hasValue(1);
  }

  @Test
  void readersNeverWaitForTheGateway() {
    gateway.withHealth(new CompletableFuture<>());
    assertThat(monitor.freeLines()).isZero();
    assertThat(gateway.healthChecks).hasValue(0);
  }

  @Test
  void subtractsPlacedCallsFromFreeLines() {
    gateway.withHealth(up(3));
    monitor.runOnce();
    monitor.recordPlaced(TENANT);
    monitor.recordPlaced(TENANT);
    assertThat(monitor.freeLines()).isEqualTo(1);
    monitor.recordPlaced(TENANT);
    assertThat(monitor.freeLines()).isZero();

    advance(Duration.ofSeconds(1));
    monitor.runOnce();
    assertThat(monitor.freeLines()).isEqualTo(3);
    assertThat(dialerWakeUps).describedAs("woken by the first and the second check").hasValue(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"DEGRADED", "DOWN"})
  void placesNothingUnlessTheGatewayIsUp(GatewayHealth.State state) {
    gateway.withHealth(new GatewayHealth(state, 5, null));
    monitor.runOnce();
    assertThat(monitor.freeLines()).isZero();
    assertThat(monitor.status().name()).isEqualTo(state.name());
  }

  @Test
  void failedHealthCheckMeansDown() {
    gateway.withHealth(CompletableFuture.failedStage(new IllegalStateException("out of order")));
    monitor.runOnce();
    assertThat(monitor.status()).isEqualTo(GatewayStatus.DOWN);
  }

  @Test
  void checksMoreOftenWhileCallsArePlaced() {
    assertThat(monitor.runOnce()).isEqualTo(Duration.ofSeconds(5));
    monitor.recordPlaced(TENANT);
    advance(Duration.ofSeconds(5));
    assertThat(monitor.runOnce()).isEqualTo(Duration.ofSeconds(1));
    advance(Duration.ofSeconds(1));
    assertThat(monitor.runOnce()).isEqualTo(Duration.ofSeconds(5));

    gateway.withHealth(new GatewayHealth(GatewayHealth.State.DOWN, null, null));
    advance(Duration.ofSeconds(1));
    assertThat(monitor.runOnce()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void keepsTheMinimumIntervalBetweenChecks() {
    monitor.runOnce();
    advance(Duration.ofMillis(40));
    assertThat(monitor.runOnce()).isEqualTo(Duration.ofMillis(60));
    assertThat(gateway.healthChecks).hasValue(1);

    advance(Duration.ofMillis(60));
    monitor.runOnce();
    assertThat(gateway.healthChecks).hasValue(2);
  }

  @Test
  void clockSetBackDoesNotStopChecks() {
    monitor.runOnce();
    advance(Duration.ofHours(-1));
    monitor.runOnce();
    assertThat(gateway.healthChecks).hasValue(2);
  }

  @Test
  void refusedOrLostCallWakesTheMonitor() {
    monitor.runOnce();
    monitor.recordResult(TENANT, PHONE, ACCEPTED);
    assertThat(monitorWakeUps).hasValue(0);
    monitor.recordResult(TENANT, PHONE, new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    assertThat(monitorWakeUps).hasValue(1);
    monitor.recordResult(TENANT, PHONE, UNKNOWN);
    assertThat(monitorWakeUps).hasValue(2);
  }

  @Test
  void countsDialsByResult() {
    monitor.runOnce();
    List.of(
            ACCEPTED,
            new PlaceResult.Refused(RefusalReason.CAPACITY, null),
            new PlaceResult.Refused(RefusalReason.GATEWAY_UNAVAILABLE, null),
            new PlaceResult.Conflict(),
            UNKNOWN,
            ACCEPTED)
        .forEach(result -> monitor.recordResult(TENANT, PHONE, result));

    assertThat(DialCounts.Result.values())
        .extracting(result -> result.wire() + " " + monitor.counts().dials(result))
        .containsExactly("accepted 2", "refused 1", "unavailable 1", "conflict 1", "unknown 1");
  }

  @Test
  void capacityRefusalsDoNotOpenTheBreaker() {
    monitor.runOnce();
    for (int call = 0; call < 100; call++) {
      monitor.recordResult(
          TENANT,
          new PhoneNumber("+49302312" + call),
          new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    }
    assertThat(monitor.freeLines()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void consecutiveFailuresOpenTheBreakerAndProbesCloseIt() {
    monitor.runOnce();
    fail(TENANT);
    assertThat(monitor.status()).isEqualTo(GatewayStatus.OPEN);
    assertThat(monitor.limits().forTenant(TENANT)).isZero();
    assertThat(monitor.gatewayFacts(TENANT))
        .isEqualTo(new DialFacts.GatewayFacts(GatewayStatus.OPEN, false));

    advance(CircuitBreaker.Rule.DEFAULT.pause());
    assertThat(monitor.status()).isEqualTo(GatewayStatus.HALF_OPEN);
    assertThat(monitor.limits().forTenant(TENANT)).isEqualTo(CircuitBreaker.Rule.DEFAULT.probes());
    monitor.recordPlaced(TENANT);
    monitor.recordSignal(TENANT, PHONE, BreakerSignal.SOUND);
    assertThat(monitor.status()).isEqualTo(GatewayStatus.UP);
    assertThat(monitor.limits().forTenant(TENANT)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void breakerOfOneTenantDoesNotAffectOthers() {
    monitor.runOnce();
    fail(TENANT);

    assertThat(monitor.freeLines()).isEqualTo(Integer.MAX_VALUE);
    assertThat(monitor.limits().forTenant(OTHER_TENANT)).isEqualTo(Integer.MAX_VALUE);
    assertThat(monitor.gatewayFacts(OTHER_TENANT)).isEqualTo(DialFacts.GatewayFacts.UP);
    assertThat(monitor.heldTenants()).isEqualTo(1);

    monitor.recordSignal(OTHER_TENANT, PHONE, BreakerSignal.SOUND);
    assertThat(monitor.status()).isEqualTo(GatewayStatus.UP);
    assertThat(monitor.limits().forTenant(TENANT)).isZero();
  }

  private void fail(UUID tenantId) {
    for (int call = 0; call < 5; call++) {
      monitor.recordResult(tenantId, new PhoneNumber("+49302312" + call), UNKNOWN);
    }
  }

  private void advance(Duration time) {
    clock.advance(time);
  }

  private static GatewayHealth up(int free) {
    return new GatewayHealth(GatewayHealth.State.UP, free, null);
  }
}
