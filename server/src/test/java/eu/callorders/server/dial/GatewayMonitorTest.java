package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

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
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class GatewayMonitorTest {
  private static final UUID TENANT = new UUID(0, 1);
  private static final UUID OTHER_TENANT = new UUID(0, 2);
  private static final String PHONE = "+493023125006";
  private static final PlaceResult ACCEPTED = new PlaceResult.Accepted("ref");
  private static final PlaceResult UNKNOWN = new PlaceResult.Unknown("lost");

  private final SettableClock clock = new SettableClock(TestNode.START);
  private final ScriptedGateway gateway = new ScriptedGateway();
  private final AtomicInteger monitorWakeUps = new AtomicInteger();
  private final AtomicInteger dialerWakeUps = new AtomicInteger();
  private final GatewayMonitor watch =
      new GatewayMonitor(
          "tested",
          gateway,
          CircuitBreaker.Rule.USUAL,
          clock,
          new GatewayMonitor.Callbacks(
              monitorWakeUps::incrementAndGet, dialerWakeUps::incrementAndGet));

  @Test
  void placesNothingBeforeTheFirstHealthCheck() {
    assertThat(watch.condition()).isEqualTo(GatewayStatus.UNKNOWN);
    assertThat(watch.room()).isZero();
    assertThat(monitorWakeUps).hasPositiveValue();

    watch.runOnce();

    assertThat(watch.condition()).isEqualTo(GatewayStatus.UP);
    assertThat(watch.room()).isEqualTo(Integer.MAX_VALUE);
    assertThat(dialerWakeUps).hasValue(1);
  }

  @Test
  void readersNeverWaitForTheGateway() {
    gateway.feeling(new CompletableFuture<>());
    assertThat(watch.room()).isZero();
    assertThat(gateway.askedHowItIs).hasValue(0);
  }

  @Test
  void subtractsPlacedCallsFromFreeLines() {
    gateway.feeling(up(3));
    watch.runOnce();
    watch.placed(TENANT);
    watch.placed(TENANT);
    assertThat(watch.room()).isEqualTo(1);
    watch.placed(TENANT);
    assertThat(watch.room()).isZero();

    advance(Duration.ofSeconds(1));
    watch.runOnce();
    assertThat(watch.room()).isEqualTo(3);
    assertThat(dialerWakeUps).describedAs("woken by the first and the second check").hasValue(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"DEGRADED", "DOWN"})
  void placesNothingUnlessTheGatewayIsUp(GatewayHealth.State state) {
    gateway.feeling(new GatewayHealth(state, 5, null));
    watch.runOnce();
    assertThat(watch.room()).isZero();
    assertThat(watch.condition().name()).isEqualTo(state.name());
  }

  @Test
  void failedHealthCheckMeansDown() {
    gateway.feeling(CompletableFuture.failedStage(new IllegalStateException("out of order")));
    watch.runOnce();
    assertThat(watch.condition()).isEqualTo(GatewayStatus.DOWN);
  }

  @Test
  void checksMoreOftenWhileCallsArePlaced() {
    assertThat(watch.runOnce()).isEqualTo(Duration.ofSeconds(5));
    watch.placed(TENANT);
    advance(Duration.ofSeconds(5));
    assertThat(watch.runOnce()).isEqualTo(Duration.ofSeconds(1));
    advance(Duration.ofSeconds(1));
    assertThat(watch.runOnce()).isEqualTo(Duration.ofSeconds(5));

    gateway.feeling(new GatewayHealth(GatewayHealth.State.DOWN, null, null));
    advance(Duration.ofSeconds(1));
    assertThat(watch.runOnce()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void keepsTheMinimumIntervalBetweenChecks() {
    watch.runOnce();
    advance(Duration.ofMillis(40));
    assertThat(watch.runOnce()).isEqualTo(Duration.ofMillis(60));
    assertThat(gateway.askedHowItIs).hasValue(1);

    advance(Duration.ofMillis(60));
    watch.runOnce();
    assertThat(gateway.askedHowItIs).hasValue(2);
  }

  @Test
  void clockSetBackDoesNotStopChecks() {
    watch.runOnce();
    advance(Duration.ofHours(-1));
    watch.runOnce();
    assertThat(gateway.askedHowItIs).hasValue(2);
  }

  @Test
  void refusedOrLostCallWakesTheMonitor() {
    watch.runOnce();
    watch.answered(TENANT, PHONE, ACCEPTED);
    assertThat(monitorWakeUps).hasValue(0);
    watch.answered(TENANT, PHONE, new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    assertThat(monitorWakeUps).hasValue(1);
    watch.answered(TENANT, PHONE, UNKNOWN);
    assertThat(monitorWakeUps).hasValue(2);
  }

  @Test
  void capacityRefusalsDoNotOpenTheBreaker() {
    watch.runOnce();
    for (int call = 0; call < 100; call++) {
      watch.answered(
          TENANT, "+49302312" + call, new PlaceResult.Refused(RefusalReason.CAPACITY, null));
    }
    assertThat(watch.room()).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void consecutiveFailuresOpenTheBreakerAndProbesCloseIt() {
    watch.runOnce();
    fail(TENANT);
    assertThat(watch.condition()).isEqualTo(GatewayStatus.OPEN);
    assertThat(watch.limits().of(TENANT)).isZero();
    assertThat(watch.facts(TENANT))
        .isEqualTo(new DialFacts.GatewayFacts(GatewayStatus.OPEN, false));

    advance(CircuitBreaker.Rule.USUAL.pause());
    assertThat(watch.condition()).isEqualTo(GatewayStatus.HALF_OPEN);
    assertThat(watch.limits().of(TENANT)).isEqualTo(CircuitBreaker.Rule.USUAL.probes());
    watch.placed(TENANT);
    watch.heard(TENANT, PHONE, BreakerSignal.SOUND);
    assertThat(watch.condition()).isEqualTo(GatewayStatus.UP);
    assertThat(watch.limits().of(TENANT)).isEqualTo(Integer.MAX_VALUE);
  }

  @Test
  void breakerOfOneTenantDoesNotAffectOthers() {
    watch.runOnce();
    fail(TENANT);

    assertThat(watch.room()).isEqualTo(Integer.MAX_VALUE);
    assertThat(watch.limits().of(OTHER_TENANT)).isEqualTo(Integer.MAX_VALUE);
    assertThat(watch.facts(OTHER_TENANT)).isEqualTo(DialFacts.GatewayFacts.UP);
    assertThat(watch.heldTenants()).isEqualTo(1);

    watch.heard(OTHER_TENANT, PHONE, BreakerSignal.SOUND);
    assertThat(watch.condition()).isEqualTo(GatewayStatus.UP);
    assertThat(watch.limits().of(TENANT)).isZero();
  }

  private void fail(UUID tenantId) {
    for (int call = 0; call < 5; call++) {
      watch.answered(tenantId, "+49302312" + call, UNKNOWN);
    }
  }

  private void advance(Duration time) {
    clock.advance(time);
  }

  private static GatewayHealth up(int free) {
    return new GatewayHealth(GatewayHealth.State.UP, free, null);
  }
}
