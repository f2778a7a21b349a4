package eu.callorders.server.dial;

import eu.callorders.core.telephony.EraRequestResult;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.recovery.RecoveryHalt;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** A recovery halt and the gateway log that ends it. */
final class LogRecoveryFixture implements AutoCloseable {
  static final String NAME = "tested";
  static final String LOG_ID = "5f3a";
  private static final UUID READER = UUID.randomUUID();
  static final UUID DEPLOYMENT = UUID.randomUUID();

  /** An era of the same server whose database ends two hours ago. */
  static final String LOST_HOUR =
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

  static final String RECENT_ERA = LOST_HOUR.replace("2 hours", "1 second");
  final ScriptedGateway gateway =
      new ScriptedGateway().withEraAnswer(new EraRequestResult.InUse(0, Duration.ofSeconds(25)));
  final CallContextCipher contexts = new CallContextCipher(DialFixture.KEYS);
  final DialFixture fixture = DialFixture.withGateway(gateway);
  final TestTenant tenant = fixture.tenant();
  final AtomicInteger resumed = new AtomicInteger();
  final GatewayEra era =
      new GatewayEra(
          gateway, UUID.randomUUID(), UUID.randomUUID(), this::newestEra, number -> {}, contexts);

  final LogRecovery recovery =
      new LogRecovery(
          fixture.database,
          gateway,
          era,
          NAME,
          new AuditLog(InstantSource.system(), fixture.random),
          resumed::incrementAndGet);

  LogRecoveryFixture() {
    halt();
    gateway.withLog();
  }

  /** Halts dialing as the recovery of the newest era. */
  void halt() {
    fixture.query(
        """
        INSERT INTO dial_halt (id, kind, era, reason, halted_at)
        SELECT gen_random_uuid(), 'recovery', max(number), 'restored', now() FROM era
        RETURNING id
        """);
  }

  /** The state after the reader has received an empty page. */
  void readToTheEnd() {
    readToTheEnd(NAME, LOG_ID);
  }

  /**
   * As {@link #readToTheEnd()}, of the log of another gateway.
   *
   * @param logId null when the gateway does not name its log
   */
  void readToTheEnd(String gatewayName, @Nullable String logId) {
    fixture.database.asWorker(c -> CursorStore.lease(c, gatewayName, READER)).await();
    fixture
        .database
        .asWorker(c -> CursorStore.recordEnd(c, gatewayName, READER, logId, null))
        .await();
  }

  RecoveryHalt.State state() {
    return fixture.database.asWorker(connection -> RecoveryHalt.state(connection)).await();
  }

  List<String> audited() {
    return fixture.query("SELECT actor, action, target FROM audit_entry").stream()
        .map(row -> row.getString(0) + " " + row.getString(1) + " " + row.getString(2))
        .toList();
  }

  boolean halted() {
    return !fixture
        .query("SELECT 1 FROM dial_halt WHERE kind = 'recovery' AND lifted_at IS NULL")
        .isEmpty();
  }

  private GatewayEra.Current newestEra() {
    var row = fixture.query("SELECT number, id FROM era ORDER BY number DESC LIMIT 1").getFirst();
    return new GatewayEra.Current(row.getUUID(1), row.getInteger(0), row.getUUID(1));
  }

  @Override
  public void close() {
    fixture.close();
  }
}
