package eu.callorders.server.app;

import eu.callorders.server.audit.AuditLog;
import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.dial.CallContextCipher;
import eu.callorders.server.dial.CallOrigins;
import eu.callorders.server.dial.DialLoops;
import eu.callorders.server.dial.GatewayEra;
import eu.callorders.server.dial.LogRecovery;
import eu.callorders.server.dial.UnknownCallProcessor;
import eu.callorders.server.recovery.Era;
import eu.callorders.server.recovery.RecoveryHalt;
import eu.callorders.server.worker.WorkLoop;
import java.util.List;

/** The components that recover from a database restore with the gateway's log. */
final class RecoveryModule {
  private final NodeContext node;
  private final EraModule eras;
  private final TelephonyModule telephony;
  private final CallContextCipher contexts;
  private final GatewayEra gatewayEra;

  RecoveryModule(NodeContext node, EraModule eras, TelephonyModule telephony) {
    this.node = node;
    this.eras = eras;
    this.telephony = telephony;
    this.contexts = new CallContextCipher(node.keyring());
    this.gatewayEra =
        new GatewayEra(
            telephony.gateway(),
            node.id(),
            eras.previousNode(),
            this::currentEra,
            eras::settleAbove,
            contexts);
  }

  /** The origin stamped on each call. */
  CallOrigins origins() {
    return gatewayEra;
  }

  /** Starts the loops that claim the era at the gateway and read its log. */
  List<WorkLoop.Handle> start(AuditLog audit) {
    return List.of(startGatewayEra(), startLogRecovery(audit));
  }

  /** Starts the loop that claims the era of this database at the gateway. */
  private WorkLoop.Handle startGatewayEra() {
    return WorkLoop.start(node.vertx(), "gateway-era", gatewayEra::runOnce);
  }

  /** Starts the loop that lifts the recovery halt once the gateway's log is read. */
  private WorkLoop.Handle startLogRecovery(AuditLog audit) {
    LogRecovery recovery =
        new LogRecovery(
            node.database(),
            telephony.gateway(),
            gatewayEra,
            telephony.monitor().name(),
            audit,
            () -> DialLoops.wakeAfterResume(node.vertx()));
    return WorkLoop.start(node.vertx(), "log-recovery", recovery::runOnce);
  }

  /** Starts the loop that processes calls which the database does not know. */
  WorkLoop.Handle startUnknownCalls(DialingModule dialing) {
    UnknownCallProcessor processor =
        dialing.unknownCalls(contexts, () -> currentEra().deployment());
    return WorkLoop.start(node.vertx(), "unknown-calls", processor::runOnce);
  }

  private GatewayEra.Current currentEra() {
    return node.database()
        .inWorker(
            connection -> {
              Era newest = BoundedWait.await(RecoveryHalt.state(connection)).newest();
              Era first = BoundedWait.await(eras.eras().all(connection, any -> true)).getFirst();
              return new GatewayEra.Current(first.id(), newest.number(), newest.id());
            });
  }
}
