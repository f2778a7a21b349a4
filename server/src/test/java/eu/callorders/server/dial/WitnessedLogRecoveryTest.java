package eu.callorders.server.dial;

import static eu.callorders.server.dial.LogRecoveryFixture.DEPLOYMENT;
import static eu.callorders.server.dial.LogRecoveryFixture.LOST_HOUR;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.EraRequestResult;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The recovery halt of a restart that a node has witnessed. */
class WitnessedLogRecoveryTest {
  @AutoClose private final LogRecoveryFixture log = new LogRecoveryFixture();
  private final ScriptedGateway gateway = log.gateway;
  private final DialFixture fixture = log.fixture;
  private final AtomicInteger resumed = log.resumed;
  private final GatewayEra era = log.era;
  private final LogRecovery recovery = log.recovery;

  @Test
  void keepsHaltOfWitnessedRestartWithReplacedLog() {
    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    log.readToTheEnd();
    fixture.query("UPDATE gateway_cursor SET gap = true, foreign_log = true RETURNING gateway");

    recovery.runOnce();
    log.readToTheEnd();
    recovery.runOnce();

    assertThat(log.halted()).isTrue();
    assertThat(log.state().witnessed()).isFalse();
    assertThat(fixture.query("SELECT why FROM era_contradiction").getFirst().getString(0))
        .contains("another one");
    assertThat(resumed).hasValue(0);

    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    recovery.runOnce();
    assertThat(fixture.query("SELECT 1 FROM gateway_cursor WHERE foreign_log")).isEmpty();
  }

  @Test
  void liftsHaltOfWitnessedRestartWithoutLog() {
    gateway.withoutLog();
    recovery.runOnce();
    assertThat(log.halted()).isTrue(); // no node has seen the restart

    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.capabilitiesUnknown(true);
    recovery.runOnce();
    assertThat(log.halted()).isTrue(); // it may have a log

    gateway.capabilitiesUnknown(false);
    recovery.runOnce();
    assertThat(log.halted()).isFalse();
    assertThat(resumed).hasValue(1);
  }

  @Test
  void waitsForActiveNodeToSettleTheEra() {
    fixture.query(LOST_HOUR);
    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    fixture.query(
        "INSERT INTO node (id, started_at, last_seen_at, settled_era) VALUES ($1, now(), now(), 0)"
            + " RETURNING id",
        DEPLOYMENT);
    gateway.withoutLog();
    recovery.runOnce();
    assertThat(log.halted()).isTrue();

    fixture.query("UPDATE node SET settled_era = 1 RETURNING id");
    recovery.runOnce();

    assertThat(log.halted()).isFalse();
  }

  @Test
  void readsLogAfterWitnessedRestart() {
    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    assertThat(log.halted()).isTrue();

    log.readToTheEnd();
    recovery.runOnce();
    assertThat(log.halted()).isFalse();
  }

  @Test
  void liftsHaltOfWitnessedRestartWithGap() {
    fixture.query(LOST_HOUR);
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    log.readToTheEnd();
    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(log.halted()).isTrue();

    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    recovery.runOnce();
    assertThat(log.halted()).isFalse();
  }
}
