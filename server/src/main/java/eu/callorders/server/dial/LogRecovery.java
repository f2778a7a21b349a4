package eu.callorders.server.dial;

import eu.callorders.core.telephony.Capabilities;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.audit.AuditAction;
import eu.callorders.server.audit.AuditEvent;
import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.RecoveryHalt;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Lifts the recovery halt once the gateway's log was read to its end in the newest era, without a
 * gap, and its calls are recorded. Otherwise an operator lifts it. With a replaced log the database
 * is a copy: the halt stays even after a witnessed restart.
 */
public final class LogRecovery {
  private static final Duration HALTED_INTERVAL = Duration.ofSeconds(1);
  private static final Duration IDLE_INTERVAL = Duration.ofSeconds(5);

  /** Calls of a lost node begin within 20 seconds; 5 more allow for clock skew. */
  private static final Duration MAX_PLACING_DELAY = Duration.ofSeconds(25);

  private final Database database;
  private final VoiceGateway gateway;
  private final GatewayEra gatewayEra;
  private final String name;
  private final Runnable resumed;
  private final AuditLog audit;
  private @Nullable UUID fencedEra;
  private Instant fencedAt = Instant.MAX;

  /**
   * @param name key of the gateway's cursor
   * @param resumed runs after the halt is lifted
   */
  public LogRecovery(
      Database database,
      VoiceGateway gateway,
      GatewayEra gatewayEra,
      String name,
      AuditLog audit,
      Runnable resumed) {
    this.database = database;
    this.gateway = gateway;
    this.gatewayEra = gatewayEra;
    this.name = name;
    this.audit = audit;
    this.resumed = resumed;
  }

  /** Checks once; returns when to check again. */
  public Duration runOnce() {
    Progress progress = database.inWorker(this::check);
    if (progress == Progress.LIFTED) {
      resumed.run();
    }
    return progress == Progress.WAITS ? HALTED_INTERVAL : IDLE_INTERVAL;
  }

  private enum Progress {
    NO_HALT,
    WAITS,
    LIFTED
  }

  private Progress check(SqlConnection connection) {
    RecoveryHalt.State state = BoundedWait.await(RecoveryHalt.state(connection));
    if (!state.halted()) {
      BoundedWait.await(LogProgress.acceptGap(connection, name));
      return Progress.NO_HALT;
    }
    Optional<LogProgress> reading = BoundedWait.await(LogProgress.load(connection, name));
    Era era = state.newest();
    Instant now = BoundedWait.await(LogProgress.databaseTime(connection));
    if (reading.map(LogProgress::isReplaced).orElse(false)) {
      if (state.witnessed()) {
        BoundedWait.await(
            RecoveryHalt.contradictLog(connection, era.number(), gatewayEra.node(), now));
      }
      return Progress.WAITS;
    }
    if (state.witnessed() && lacksLog(reading, state.knownUntil())) {
      String why = "a node saw a plain restart, and the gateway has no log of the time before it";
      return BoundedWait.await(RecoveryHalt.liftWitnessed(connection, era.number(), why, now))
          ? Progress.LIFTED
          : Progress.WAITS;
    }
    boolean complete =
        gateway.capabilities().eventLog()
            && fence(now, era)
            && reading.isPresent()
            && reading.get().isComplete(fencedAt, state.knownUntil());
    return complete && lift(connection, state) ? Progress.LIFTED : Progress.WAITS;
  }

  private boolean lacksLog(Optional<LogProgress> reading, @Nullable Instant knownUntil) {
    return gateway.hasReportedCapabilities()
        && (!gateway.capabilities().eventLog()
            || reading.map(log -> log.hasGap(knownUntil)).orElse(false));
  }

  private boolean lift(SqlConnection connection, RecoveryHalt.State state) {
    int era = state.newest().number();
    String found = state.progress().text();
    String why = "the gateway's log was read to its end: " + found;
    if (!BoundedWait.await(RecoveryHalt.lift(connection, era, why))) {
      return false;
    }
    AuditEvent event =
        AuditEvent.ofService(AuditAction.RECOVERY_COMPLETED, "era %d: %s".formatted(era, found));
    BoundedWait.await(audit.append(connection, event));
    return true;
  }

  /** Whether no other copy of the database can place calls any more; sets since when. */
  private boolean fence(Instant now, Era era) {
    Capabilities capabilities = gateway.capabilities();
    if (!capabilities.recovery()) {
      fencedAt = era.begunAt().plus(MAX_PLACING_DELAY);
      return now.isAfter(fencedAt);
    }
    if (!gatewayEra.isGranted(era.id())) {
      fencedEra = null;
      return false;
    }
    if (!era.id().equals(fencedEra)) {
      fencedEra = era.id();
      fencedAt = now;
    }
    return true;
  }
}
