package eu.callorders.server.dial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.AttemptIds;
import eu.callorders.core.id.UuidV7;
import eu.callorders.core.telephony.CallOrigin;
import eu.callorders.core.telephony.EraAnswer;
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
      new ScriptedGateway().answeringEras(new EraAnswer.InUse(0, Duration.ofSeconds(25)));
  private final CallContextCipher contexts = new CallContextCipher(DialFixture.KEYS);
  private final DialFixture house = DialFixture.over(gateway);
  private final TestTenant tenant = house.tenant();
  private final AtomicInteger resumed = new AtomicInteger();
  private final GatewayEra era =
      new GatewayEra(
          gateway, UUID.randomUUID(), UUID.randomUUID(), this::newestEra, number -> {}, contexts);
  private final LogRecovery recovery =
      new LogRecovery(
          house.database,
          gateway,
          era,
          NAME,
          new AuditLog(InstantSource.system(), house.random),
          resumed::incrementAndGet);

  @BeforeEach
  void halt() {
    house.query(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        SELECT gen_random_uuid(), 'recovery', max(number), 'restored', now() FROM era
        RETURNING id
        """);
    gateway.withLog();
  }

  @AfterEach
  void close() {
    house.close();
  }

  @Test
  void liftsHaltAfterLogWasReadToItsEndInTheGrantedEra() {
    PlacedOrder order = tenant.anOrder().to(MagicLine.BUSY).placed();
    readToTheEnd();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // the era is not granted

    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // the page was requested before
    house.dialDue();
    assertThat(gateway.placed).isEmpty();

    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isFalse();
    assertThat(audited())
        .containsExactly(
            "service recovery.completed era 0: 0 calls recorded, 0 of gone orders, 0 objections");
    assertThat(resumed).hasValue(1);
    assertThat(order.ended()).isFalse();
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
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    gateway.answeringEras(new EraAnswer.InUse(1, Duration.ofSeconds(25)));
    era.runOnce();
    recovery.runOnce();
    readToTheEnd(); // another copy may have calls placed meanwhile

    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void keepsHaltWhenRetentionLeavesAGap() {
    house.query(LOST_HOUR);
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    house.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    house.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '3 hours' RETURNING gateway");
    recovery.runOnce();

    assertThat(halted()).isFalse();
  }

  @Test
  void keepsHaltWhileACallIsUnrecorded() {
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    house.tell(gateway.answered(UUID.randomUUID()));
    readToTheEnd();

    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void keepsHaltWithGapUntilAccepted() {
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    house.query("UPDATE gateway_cursor SET gap = true RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    house.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    recovery.runOnce();

    assertThat(house.query("SELECT 1 FROM gateway_cursor WHERE gap")).isEmpty();
  }

  @Test
  void keepsGapOfNewEraWhileAnOlderOneIsAccepted() {
    readToTheEnd();
    house.query("UPDATE gateway_cursor SET gap = true RETURNING gateway");
    house.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
        HeldLocks cursor =
            HeldLocks.ofRows(
                house.vertx,
                house.testDatabase,
                "UPDATE gateway_cursor SET gap = true, foreign_log = true")) {
      CompletableFuture<?> check = CompletableFuture.runAsync(recovery::runOnce, threads);
      cursor.awaitWaiter(); // it saw no halt
      house.query(LOST_HOUR);
      halt();
      cursor.release();
      check.join();
    }

    assertThat(house.query("SELECT 1 FROM gateway_cursor WHERE gap AND foreign_log")).hasSize(1);
  }

  @Test
  void keepsHaltOfWitnessedRestartWithReplacedLog() {
    house.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    house.query("UPDATE gateway_cursor SET gap = true, foreign_log = true RETURNING gateway");

    recovery.runOnce();
    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isTrue();
    assertThat(state().witnessed()).isFalse();
    assertThat(house.query("SELECT why FROM era_contradiction").getFirst().getString(0))
        .contains("another one");
    assertThat(resumed).hasValue(0);

    house.query("UPDATE dial_halt SET lifted_at = now() RETURNING id");
    recovery.runOnce();
    assertThat(house.query("SELECT 1 FROM gateway_cursor WHERE foreign_log")).isEmpty();
  }

  @Test
  void keepsHaltAfterRestartDuringAGap() {
    house.query(LOST_HOUR);
    house.query("UPDATE dial_halt SET era = 1 RETURNING id");
    house.query(RECENT_ERA); // heartbeats went on during the halt
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    house.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    house.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '3 hours' RETURNING gateway");
    recovery.runOnce();

    assertThat(halted()).isFalse();
  }

  @Test
  void assumesSevenDaysOfUnstatedRetention() {
    house.query(LOST_HOUR.replace("2 hours", "8 days"));
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();

    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  @Test
  void keepsHaltWithoutLog() {
    gateway.withoutLog();
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    readToTheEnd();
    recovery.runOnce();

    assertThat(halted()).isTrue();
  }

  /** The state after the reader has received an empty page. */
  private void readToTheEnd() {
    house.query(
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
    UnknownCallProcessor processor = house.unknownCalls(contexts, DEPLOYMENT);
    UUID gone = AttemptIds.of(UuidV7.at(Instant.now(), house.random), 1);
    UUID order = UUID.randomUUID();
    String context = contexts.encrypt(gone, new CallContext("erika", UUID.randomUUID()));
    Facts facts =
        new Facts(
            order,
            tenant.id(),
            tenant.newNumber(MagicLine.BUSY),
            1,
            Instant.now().truncatedTo(ChronoUnit.MILLIS),
            new CallOrigin(DEPLOYMENT, UUID.randomUUID(), context));
    house.tell(
        new AttemptUpdate.EventReceived(new GatewayEvent.Accepted(gateway.header(gone), facts)),
        gateway.objected(gone));
    assertThat(state().progress()).isEqualTo(new RecoveryHalt.Progress(0, 0, 0, 1));

    processor.runOnce();

    assertThat(state().progress()).isEqualTo(new RecoveryHalt.Progress(1, 1, 1, 0));
  }

  private RecoveryHalt.State state() {
    return house.database.asWorker(connection -> new RecoveryHalt().state(connection)).await();
  }

  private List<String> audited() {
    return house.query("SELECT actor, action, target FROM audit_entry").stream()
        .map(row -> row.getString(0) + " " + row.getString(1) + " " + row.getString(2))
        .toList();
  }

  @Test
  void liftsHaltOfWitnessedRestartWithoutLog() {
    gateway.withoutLog();
    recovery.runOnce();
    assertThat(halted()).isTrue(); // no node has seen the restart

    house.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.silentAboutCapabilities(true);
    recovery.runOnce();
    assertThat(halted()).isTrue(); // it may have a log

    gateway.silentAboutCapabilities(false);
    recovery.runOnce();
    assertThat(halted()).isFalse();
    assertThat(resumed).hasValue(1);
  }

  @Test
  void waitsForActiveNodeToSettleTheEra() {
    house.query(LOST_HOUR);
    house.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    house.query(
        "INSERT INTO node (id, started_at, last_seen_at, settled_era) VALUES ($1, now(), now(), 0)"
            + " RETURNING id",
        DEPLOYMENT);
    gateway.withoutLog();
    recovery.runOnce();
    assertThat(halted()).isTrue();

    house.query("UPDATE node SET settled_era = 1 RETURNING id");
    recovery.runOnce();

    assertThat(halted()).isFalse();
  }

  @Test
  void readsLogAfterWitnessedRestart() {
    house.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    recovery.runOnce();
    assertThat(halted()).isTrue();

    readToTheEnd();
    recovery.runOnce();
    assertThat(halted()).isFalse();
  }

  @Test
  void liftsHaltOfWitnessedRestartWithGap() {
    house.query(LOST_HOUR);
    gateway.answeringEras(new EraAnswer.Granted());
    era.runOnce();
    readToTheEnd();
    house.query(
        "UPDATE gateway_cursor SET kept_since = now() - interval '1 hour' RETURNING gateway");
    recovery.runOnce();
    assertThat(halted()).isTrue();

    house.query("UPDATE dial_halt SET witnessed = true RETURNING id");
    recovery.runOnce();
    assertThat(halted()).isFalse();
  }

  private boolean halted() {
    return !house
        .query("SELECT 1 FROM dial_halt WHERE kind = 'recovery' AND lifted_at IS NULL")
        .isEmpty();
  }

  private GatewayEra.Current newestEra() {
    var row = house.query("SELECT number, id FROM era ORDER BY number DESC LIMIT 1").getFirst();
    return new GatewayEra.Current(row.getUUID(1), row.getInteger(0), row.getUUID(1));
  }
}
