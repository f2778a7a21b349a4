package eu.callorders.server.dial;

import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.Deadlines;
import eu.callorders.server.database.Database;
import eu.callorders.server.hold.HoldCheck;
import eu.callorders.server.hold.StandingHolds;
import eu.callorders.server.suppression.SuppressionStore;
import eu.callorders.server.tenant.TenantPhone;
import eu.callorders.server.tenant.TenantSubject;
import eu.callorders.server.tracing.TracedStep;
import eu.callorders.server.tracing.Traces;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Set;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places calls whose intents are committed. A call that is not due yet waits for its instant; a
 * do-not-call entry, a hold or a halt that is committed meanwhile stops it. The reply goes to the
 * inbox.
 */
public final class CallPlacer {
  private static final Logger LOG = LoggerFactory.getLogger(CallPlacer.class);

  /** How long before its instant a call is checked again: about as long as the check takes. */
  private static final Duration CHECK_TIME = Duration.ofMillis(1);

  private final Database database;
  private final HoldCheck holds;
  private final VoiceGateway gateway;
  private final GatewayMonitor monitor;
  private final GatewayInbox inbox;
  private final BooleanSupplier mayPlace;
  private final Traces traces;
  private final InstantSource realTime;

  /**
   * @param origins says whether the gateway accepts calls of this era
   */
  public CallPlacer(
      Database database,
      HoldCheck holds,
      VoiceGateway gateway,
      GatewayMonitor monitor,
      GatewayInbox inbox,
      CallOrigins origins,
      Traces traces,
      InstantSource realTime) {
    this.database = database;
    this.holds = holds;
    this.gateway = gateway;
    this.monitor = monitor;
    this.inbox = inbox;
    this.mayPlace = origins::mayPlace;
    this.traces = traces;
    this.realTime = realTime;
  }

  /** Places the call at its instant, and takes a line of the gateway for it now. Does not wait. */
  void place(DueCall due) {
    monitor.recordPlaced(due.call().tenantId());
    Duration wait = untilDue(due);
    if (wait.isPositive()) {
      var _ = Deadlines.after(wait.minus(CHECK_TIME), () -> checkAndPlace(due));
    } else {
      send(due.call());
    }
  }

  private Duration untilDue(DueCall due) {
    return Duration.between(realTime.instant(), due.at());
  }

  private void checkAndPlace(DueCall due) {
    database
        .asWorker(connection -> isStopped(connection, due))
        .onSuccess(stopped -> finish(due, stopped))
        .onFailure(
            failure -> {
              LOG.warn("a call that was claimed ahead is not placed", failure);
              finish(due, true);
            });
  }

  private Future<Boolean> isStopped(SqlConnection connection, DueCall due) {
    PlaceCall call = due.call();
    Future<ActiveHalts> halts = HaltStore.active(connection);
    Future<Set<TenantPhone>> phones =
        SuppressionStore.suppressedPhones(
            connection, List.of(new TenantPhone(call.tenantId(), call.to())));
    Future<Set<TenantSubject>> subjects =
        SuppressionStore.suppressedSubjects(
            connection,
            List.of(new TenantSubject(call.tenantId(), due.target().subjectReference())));
    Future<StandingHolds> standing = holds.load(connection, List.of(due.target()));
    return Future.join(halts, phones, subjects, standing)
        .map(
            all ->
                !phones.result().isEmpty()
                    || !subjects.result().isEmpty()
                    || standing.result().of(due.target(), due.decidedAt()).bar(call.to())
                    || halts
                        .result()
                        .find(call.tenantId(), due.orderType(), call.to())
                        .isPresent());
  }

  private void finish(DueCall due, boolean stopped) {
    if (stopped || !mayPlace.getAsBoolean()) {
      refuse(due.call());
      return;
    }
    Duration wait = untilDue(due);
    if (wait.isPositive()) {
      var _ = Deadlines.after(wait, () -> send(due.call()));
    } else {
      send(due.call());
    }
  }

  /** A call past its {@code not_after} is refused without a request: it may count as lost. */
  private void send(PlaceCall call) {
    Instant startedAt = realTime.instant();
    if (startedAt.isAfter(call.notAfter())) {
      refuse(call);
      return;
    }
    GatewayRequests.<PlaceResult>send(() -> gateway.place(call), PlaceResult.Unknown::new)
        .thenAccept(answer -> recordResult(call, startedAt, answer));
  }

  /** The order is planned anew. */
  private void refuse(PlaceCall call) {
    PlaceResult notPlaced = new PlaceResult.Refused(PlaceResult.RefusalReason.TOO_LATE, null);
    inbox.add(new AttemptUpdate.PlaceResultReceived(call.attemptId(), notPlaced));
  }

  private void recordResult(PlaceCall call, Instant startedAt, PlaceResult result) {
    traces.record(
        new TracedStep.CallPlaced(
            call.tenantId(),
            call.orderId(),
            call.attemptId(),
            DialCounts.Result.of(result).wire(),
            startedAt,
            realTime.instant()));
    inbox.add(new AttemptUpdate.PlaceResultReceived(call.attemptId(), result));
    monitor.recordResult(call.tenantId(), call.to(), result);
  }
}
