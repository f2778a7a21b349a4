package eu.callorders.server.app;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.database.Database;
import eu.callorders.server.dial.CallContextCipher;
import eu.callorders.server.dial.CallOrigins;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.GatewayEra;
import eu.callorders.server.dial.LogRecovery;
import eu.callorders.server.dial.UnknownCallProcessor;
import eu.callorders.server.encryption.Keyring;
import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.Eras;
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;

/** The components that recover from a database restore with the gateway's log. */
final class RecoveryModule {
  private final Vertx vertx;
  private final Database database;
  private final Eras eras;
  private final TelephonyModule telephony;
  private final CallContextCipher contexts;
  private final GatewayEra gatewayEra;

  /**
   * @param ring encrypts the call context that the gateway stores
   */
  RecoveryModule(
      Vertx vertx,
      Database database,
      Eras eras,
      EraModule eraModule,
      TelephonyModule telephony,
      Keyring ring) {
    this.vertx = vertx;
    this.database = database;
    this.eras = eras;
    this.telephony = telephony;
    this.contexts = new CallContextCipher(ring);
    this.gatewayEra =
        new GatewayEra(
            telephony.gateway(),
            eraModule.node(),
            eraModule.previousNode(),
            this::currentEra,
            eraModule::settleAbove,
            contexts);
  }

  /** The origin stamped on each call. */
  CallOrigins origins() {
    return gatewayEra;
  }

  /** Starts the loop that claims the era of this database at the gateway. */
  WorkLoop.Handle startGatewayEra() {
    return WorkLoop.start(vertx, "gateway-era", gatewayEra::runOnce);
  }

  /** Starts the loop that lifts the recovery halt once the gateway's log is read. */
  WorkLoop.Handle startLogRecovery(AuditLog audit) {
    LogRecovery recovery =
        new LogRecovery(
            database,
            telephony.gateway(),
            gatewayEra,
            telephony.monitor().name(),
            audit,
            () -> DialLoops.wakeAfterResume(vertx));
    return WorkLoop.start(vertx, "log-recovery", recovery::runOnce);
  }

  /** Starts the loop that processes calls which the database does not know. */
  WorkLoop.Handle startUnknownCalls(DialingModule dialing) {
    UnknownCallProcessor processor =
        dialing.unknownCalls(contexts, () -> currentEra().deployment());
    return WorkLoop.start(vertx, "unknown-calls", processor::runOnce);
  }

  private GatewayEra.Current currentEra() {
    return database.inWorker(
        connection -> {
          Era newest = BoundedWait.await(RecoveryHalt.state(connection)).newest();
          Era first = BoundedWait.await(eras.all(connection, any -> true)).getFirst();
          return new GatewayEra.Current(first.id(), newest.number(), newest.id());
        });
  }
}
