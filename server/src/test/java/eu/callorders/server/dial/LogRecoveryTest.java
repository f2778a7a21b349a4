package eu.callorders.server.dial;

import static eu.callorders.server.dial.LogRecoveryFixture.DEPLOYMENT;
import static eu.callorders.server.dial.LogRecoveryFixture.LOST_HOUR;
import static eu.callorders.server.dial.LogRecoveryFixture.RECENT_ERA;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.recovery.RecoveryHalt;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The recovery halt ends once the gateway's log was read to its end in the newest era. */
@Tag("long")
class LogRecoveryTest {
  @AutoClose private final LogRecoveryFixture log = new LogRecoveryFixture();
  private final ScriptedGateway gateway = log.gateway;
  private final DialFixture fixture = log.fixture;
  private final TestTenant tenant = log.tenant;
  private final AtomicInteger resumed = log.resumed;
  private final GatewayEra era = log.era;
  private final LogRecovery recovery = log.recovery;

  @Test
  void liftsHaltAfterLogWasReadToItsEndInTheGrantedEra() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    log.readToTheEnd();
    recovery.runOnce();
    assertThat(log.halted()).isTrue(); // the era is not granted

    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    assertThat(log.halted()).isTrue(); // the page was requested before
    fixture.dialDue();
    assertThat(gateway.placed).isEmpty();

    log.readToTheEnd();
    recovery.runOnce();

    assertThat(log.halted()).isFalse();
    assertThat(log.audited())
        .containsExactly(
            "service recovery.completed era 0: 0 calls recorded, 0 of gone orders, 0 objections");
    assertThat(resumed).hasValue(1);
    assertThat(order.isEnded()).isFalse();
  }

  @Test
  void keepsHaltWithoutAGrantedEra() {
    recovery.runOnce();
    log.readToTheEnd();
    recovery.runOnce();

    assertThat(log.halted()).isTrue();
  }

  @Test
  void readsLogAgainAfterTheEraIsGrantedAgain() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    gateway.withEraAnswer(new EraRequestResult.InUse(1, Duration.ofSeconds(25)));
    era.runOnce();
    recovery.runOnce();
    log.readToTheEnd(); // another copy may have calls placed meanwhile

    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();

    assertThat(log.halted()).isTrue();
  }

  @Test
  void keepsHaltWhenRetentionLeavesAGap() {
    fixture.query(LOST_HOUR);
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    log.readToTheEnd();
    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(log.halted()).isTrue();

    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '3 hours' RETURNING gateway");
    recovery.runOnce();

    assertThat(log.halted()).isFalse();
  }

  @Test
  void keepsHaltWhileACallIsUnrecorded() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    fixture.receive(gateway.answered(UUID.randomUUID()));
    log.readToTheEnd();

    recovery.runOnce();

    assertThat(log.halted()).isTrue();
  }

  @Test
  void keepsHaltWithGapUntilAccepted() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    log.readToTheEnd();
    fixture.query("UPDATE gateway_cursor SET gap = true RETURNING gateway");
    recovery.runOnce();
    assertThat(log.halted()).isTrue();

    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    recovery.runOnce();

    assertThat(fixture.query("SELECT 1 FROM gateway_cursor WHERE gap")).isEmpty();
  }

  @Test
  void keepsGapOfNewEraWhileAnOlderOneIsAccepted() {
    log.readToTheEnd();
    fixture.query("UPDATE gateway_cursor SET gap = true RETURNING gateway");
    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks cursor =
            HeldLocks.ofRows(
                fixture.vertx,
                fixture.testDatabase,
                "UPDATE gateway_cursor SET gap = true, foreign_log = true")) {
      CompletableFuture<?> check = CompletableFuture.runAsync(recovery::runOnce, threads);
      cursor.awaitWaiter(); // it saw no halt
      fixture.query(LOST_HOUR);
      log.halt();
      gateway.withLog();
      cursor.release();
      check.join();
    }

    assertThat(fixture.query("SELECT 1 FROM gateway_cursor WHERE gap AND foreign_log")).hasSize(1);
  }

  @Test
  void keepsHaltAfterRestartDuringAGap() {
    fixture.query(LOST_HOUR);
    fixture.query("UPDATE dial_halt SET era = 1 RETURNING id");
    fixture.query(RECENT_ERA); // heartbeats went on during the halt
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    log.readToTheEnd();
    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(log.halted()).isTrue();

    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '3 hours' RETURNING gateway");
    recovery.runOnce();

    assertThat(log.halted()).isFalse();
  }

  @Test
  void assumesSevenDaysOfUnstatedRetention() {
    fixture.query(LOST_HOUR.replace("2 hours", "8 days"));
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    log.readToTheEnd();

    recovery.runOnce();

    assertThat(log.halted()).isTrue();
  }

  @Test
  void keepsHaltWithoutLog() {
    gateway.withoutLog();
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    log.readToTheEnd();
    recovery.runOnce();

    assertThat(log.halted()).isTrue();
  }

  @Test
  void countsRecordedCallsAndObjections() {
    UnknownCallProcessor processor = fixture.units.unknownCalls(log.contexts, DEPLOYMENT);
    UUID gone = AttemptIds.of(UuidV7.at(Instant.now(), fixture.random), 1);
    UUID order = UUID.randomUUID();
    String context = log.contexts.encrypt(gone, new CallContext("erika", UUID.randomUUID()));
    Facts facts =
        new Facts(
            order,
            tenant.id(),
            new PhoneNumber(tenant.newPhone(MagicLine.BUSY)),
            1,
            Instant.now().truncatedTo(ChronoUnit.MILLIS),
            new CallOrigin(DEPLOYMENT, UUID.randomUUID(), context));
    fixture.receive(
        new AttemptUpdate.EventReceived(new GatewayEvent.Accepted(gateway.header(gone), facts)),
        gateway.objection(gone));
    assertThat(log.state().progress()).isEqualTo(new RecoveryHalt.Progress(0, 0, 0, 1));

    processor.runOnce();

    assertThat(log.state().progress()).isEqualTo(new RecoveryHalt.Progress(1, 1, 1, 0));
  }
}
