package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayEvent.Facts;
import eu.callorders.server.HeldLocks;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.recovery.RecoveryHalt;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The recovery halt ends once the gateway's log was read to its end in the newest era. */
class LogRecoveryTest {
  private static final String NAME = "tested";
  private static final UUID DEPLOYMENT = UUID.randomUUID();

  /** An era of the same server whose database ends two hours ago. */
  private static final String LOST_HOUR =
      """
      INSERT INTO era
        (number, id, started, db, file, sysid, timeline, begun_at, known_until, why)
      SELECT number + 1, gen_random_uuid(), started, db, file, sysid, timeline, now(),
             now() - interval '2 hours', 'test'
        FROM era
       ORDER BY number DESC
       LIMIT 1
      RETURNING number
      """;

  private static final String RECENT_ERA = LOST_HOUR.replace("2 hours", "1 second");

  private final ScriptedGateway gateway =
      new ScriptedGateway().withEraAnswer(new EraRequestResult.InUse(0, Duration.ofSeconds(25)));
  private final CallContextCipher contexts = new CallContextCipher(DialFixture.KEYS);
  private final DialFixture fixture = DialFixture.withGateway(gateway);
  private final TestTenant tenant = fixture.tenant();
  private final AtomicInteger resumed = new AtomicInteger();
  private final GatewayEra era =
      new GatewayEra(
          gateway, UUID.randomUUID(), UUID.randomUUID(), this::newestEra, number -> {}, contexts);
  private final LogRecovery recovery =
      new LogRecovery(
          fixture.database,
          gateway,
          era,
          NAME,
          new AuditLog(InstantSource.system(), fixture.random),
          resumed::incrementAndGet);

  @BeforeEach
  void halt() {
    fixture.query(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        SELECT gen_random_uuid(), 'recovery', max(number), 'restored', now() FROM era
        RETURNING id
        """);
    gateway.withLog();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void liftsHaltAfterLogWasReadToItsEndInTheGrantedEra() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).place();
    readToTheEnd();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // the era is not granted

    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // the page was requested before
    fixture.dialDue();
    assertThat(gateway.placed).isEmpty();

    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isFalse();
    assertThat(audited())
        .containsExactly(
            "service recovery.completed era 0: 0 calls recorded, 0 of gone orders, 0 objections");
    assertThat(resumed).hasValue(1);
    assertThat(order.isEnded()).isFalse();
  }

  @Test
  void keepsHaltWithoutAGrantedEra() {
    recovery.runOnce();
    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void readsLogAgainAfterTheEraIsGrantedAgain() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    gateway.withEraAnswer(new EraRequestResult.InUse(1, Duration.ofSeconds(25)));
    era.runOnce();
    recovery.runOnce();
    readToTheEnd(); // another copy may have calls placed meanwhile

    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void keepsHaltWhenRetentionLeavesAGap() {
    fixture.query(LOST_HOUR);
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '3 hours' RETURNING gateway");
    recovery.runOnce();

    assertThat(halted()).isFalse();
  }

  @Test
  void keepsHaltWhileACallIsUnrecorded() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    fixture.receive(gateway.answered(UUID.randomUUID()));
    readToTheEnd();

    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void keepsHaltWithGapUntilAccepted() {
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    fixture.query("UPDATE gateway_cursor SET gap = true RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    recovery.runOnce();

    assertThat(fixture.query("SELECT 1 FROM gateway_cursor WHERE gap")).isEmpty();
  }

  @Test
  void keepsGapOfNewEraWhileAnOlderOneIsAccepted() {
    readToTheEnd();
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
      halt();
      cursor.release();
      check.join();
    }

    assertThat(fixture.query("SELECT 1 FROM gateway_cursor WHERE gap AND foreign_log")).hasSize(1);
  }

  @Test
  void keepsHaltOfWitnessedRestartWithReplacedLog() {
    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    fixture.query("UPDATE gateway_cursor SET gap = true, foreign_log = true RETURNING gateway");

    recovery.runOnce();
    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
    assertThat(fixture.query("SELECT why FROM era_contradiction").getFirst().getString(0))
        .contains("another one");
    assertThat(resumed).hasValue(0);

    fixture.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    recovery.runOnce();
    assertThat(fixture.query("SELECT 1 FROM gateway_cursor WHERE foreign_log")).isEmpty();
  }

  @Test
  void keepsHaltAfterRestartDuringAGap() {
    fixture.query(LOST_HOUR);
    fixture.query("UPDATE dial_halt SET era = 1 RETURNING id");
    fixture.query(RECENT_ERA); // heartbeats went on during the halt
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '3 hours' RETURNING gateway");
    recovery.runOnce();

    assertThat(halted()).isFalse();
  }

  @Test
  void assumesSevenDaysOfUnstatedRetention() {
    fixture.query(LOST_HOUR.replace("2 hours", "8 days"));
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();

    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void keepsHaltWithoutLog() {
    gateway.withoutLog();
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  /** The state after the reader has received an empty page. */
  private void readToTheEnd() {
    fixture.query(
        """
        INSERT INTO gateway_cursor (gateway, reader, leased_until, end_asked_at, log_id)
        VALUES ($1, gen_random_uuid(), now(), clock_timestamp(), '5f3a')
        ON CONFLICT (gateway) DO UPDATE SET end_asked_at = clock_timestamp()
        RETURNING gateway
        """,
        NAME);
  }

  @Test
  void countsRecordedCallsAndObjections() {
    UnknownCallProcessor processor = fixture.unknownCalls(contexts, DEPLOYMENT);
    UUID gone = AttemptIds.of(UuidV7.at(Instant.now(), fixture.random), 1);
    UUID order = UUID.randomUUID();
    String context = contexts.encrypt(gone, new CallContext("erika", UUID.randomUUID()));
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
    assertThat(state().progress()).isEqualTo(new RecoveryHalt.Progress(0, 0, 0, 1));

    processor.runOnce();

    assertThat(state().progress()).isEqualTo(new RecoveryHalt.Progress(1, 1, 1, 0));
  }

  private RecoveryHalt.State state() {
    return fixture.database.asWorker(connection -> RecoveryHalt.state(connection)).await();
  }

  private List<String> audited() {
    return fixture.query("SELECT actor, action, target FROM audit_entry").stream()
        .map(row -> row.getString(0) + " " + row.getString(1) + " " + row.getString(2))
        .toList();
  }

  @Test
  void liftsHaltOfWitnessedRestartWithoutLog() {
    gateway.withoutLog();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // no node has seen the restart

    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.capabilitiesUnknown(true);
    recovery.runOnce();
    assertThat(halted()).isTrue(); // it may have a log

    gateway.capabilitiesUnknown(false);
    recovery.runOnce();
    assertThat(halted()).isFalse();
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
    assertThat(halted()).isTrue();

    fixture.query("UPDATE node SET settled_era = 1 RETURNING id");
    recovery.runOnce();

    assertThat(halted()).isFalse();
  }

  @Test
  void readsLogAfterWitnessedRestart() {
    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    recovery.runOnce();
    assertThat(halted()).isTrue();

    readToTheEnd();
    recovery.runOnce();
    assertThat(halted()).isFalse();
  }

  @Test
  void liftsHaltOfWitnessedRestartWithGap() {
    fixture.query(LOST_HOUR);
    gateway.withEraAnswer(new EraRequestResult.Granted());
    era.runOnce();
    readToTheEnd();
    fixture.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    fixture.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    recovery.runOnce();
    assertThat(halted()).isFalse();
  }

  private boolean halted() {
    return !fixture
        .query("SELECT 1 FROM dial_halt WHERE kind = 'recovery' AND lifted_at IS NULL")
        .isEmpty();
  }

  private GatewayEra.Current newestEra() {
    var row = fixture.query("SELECT number, id FROM era ORDER BY number DESC LIMIT 1").getFirst();
    return new GatewayEra.Current(row.getUUID(1), row.getInteger(0), row.getUUID(1));
  }
}
