package eu.callorders.server.dial;

import eu.callorders.core.telephony.CircuitBreaker;
import eu.callorders.core.telephony.VoiceGateway;
import eu.callorders.server.concurrent.BoundedStep;
import eu.callorders.server.order.OrderAcceptor;
import eu.callorders.server.worker.ClaimingLoops;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The loops of the dial path on this node; each wakes the next one. */
public final class DialLoops implements ClaimingLoops {
  private static final String PLANNER = "planner";
  private static final String DIALER = "dialer";
  private static final String PREDIAL_DIALER = "predial-dialer";
  private static final String INBOX = "gateway-inbox";
  private static final String RECONCILER = "reconciler";
  private static final String HALT_RELEASE = "halt-release";
  private static final String GATEWAY_MONITOR = "gateway-monitor";
  private static final String NODE_LOSS = "node-loss";

  /** Poll interval: commits of other nodes wake no loop of this node. */
  private static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  /** Minimum pause between two runs, so that one run serves many wake-ups. */
  private static final Duration MIN_PAUSE = Duration.ofMillis(10);

  /**
   * Of the dialer that waits for replies anyway. It pauses after each batch too, so that many
   * questions leave processor and disk to the orders of other tenants.
   */
  private static final Duration PREDIAL_PAUSE = Duration.ofMillis(50);

  private static final Duration RECONCILER_PAUSE = Duration.ofMillis(50);

  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);

  private static final Duration NODE_LOSS_INTERVAL = Duration.ofSeconds(1);

  /** Of a stop; other nodes end the calls that are left then. */
  private static final Duration END_LIMIT = Duration.ofSeconds(3);

  private final Vertx vertx;
  private final Consumer<Set<InboxProcessor.Effect>> onStored;
  private final List<WorkLoop.Handle> loops = new ArrayList<>();
  private final List<WorkLoop.Handle> claiming = new ArrayList<>();
  private @Nullable NodeLossWorker nodeLoss;

  private DialLoops(Vertx vertx, Consumer<Set<InboxProcessor.Effect>> onStored) {
    this.vertx = vertx;
    this.onStored = onStored;
  }

  /** An inbox that wakes the loop which stores its updates. */
  public static GatewayInbox newInbox(Vertx vertx) {
    return new GatewayInbox(() -> WorkLoop.wake(vertx, INBOX));
  }

  /**
   * A monitor of a gateway, which wakes its own loop and the dialer.
   *
   * @param name for operators
   */
  public static GatewayMonitor newMonitor(
      Vertx vertx,
      String name,
      VoiceGateway gateway,
      CircuitBreaker.Rule rule,
      InstantSource realTime) {
    return new GatewayMonitor(
        name,
        gateway,
        rule,
        realTime,
        new GatewayMonitor.Callbacks(
            () -> WorkLoop.wake(vertx, GATEWAY_MONITOR), () -> wakeDialers(vertx)));
  }

  /** Wakes the dialers after a commit of new orders, which may be due at once. */
  public static void wakeDialers(Vertx vertx) {
    WorkLoop.wake(vertx, DIALER);
    WorkLoop.wake(vertx, PREDIAL_DIALER);
  }

  /** Wakes the dialer of tenants with a pre-dial check, after a reply. */
  public static void wakePredialDialer(Vertx vertx) {
    WorkLoop.wake(vertx, PREDIAL_DIALER);
  }

  /** Wakes the loops with due work, after an edit or an advance of a clock. */
  public static void wake(Vertx vertx) {
    WorkLoop.wake(vertx, PLANNER);
    wakeDialers(vertx);
    WorkLoop.wake(vertx, RECONCILER);
  }

  /** Wakes the reconciler, which stops unanswered calls of canceled orders, and hangs up. */
  public static void wakeReconciler(Vertx vertx) {
    WorkLoop.wake(vertx, RECONCILER);
  }

  /** Wakes the loops that wait for the end of a halt. */
  public static void wakeAfterResume(Vertx vertx) {
    WorkLoop.wake(vertx, HALT_RELEASE);
    wakeDialers(vertx);
  }

  /**
   * Starts all loops.
   *
   * @param onStored wakes the loops above that process ended steps and suppressions; runs after
   *     each round that stored updates of the gateway
   */
  public static DialLoops start(
      Vertx vertx,
      Consumer<Set<InboxProcessor.Effect>> onStored,
      GatewayMonitor watch,
      HaltReleaseWorker halts,
      Planner planner,
      Dialer dialer,
      Dialer predialDialer,
      InboxProcessor inbox,
      Reconciler reconciler) {
    DialLoops loops = new DialLoops(vertx, onStored);
    watch.runOnce(); // the first dial needs the state of the gateway
    loops.add(GATEWAY_MONITOR, Duration.ZERO, watch::runOnce);
    loops.add(INBOX, Duration.ZERO, () -> loops.store(inbox));
    loops.claiming.add(loops.add(PLANNER, MIN_PAUSE, () -> loops.plan(planner)));
    loops.claiming.add(loops.add(DIALER, MIN_PAUSE, () -> dial(dialer, Duration.ZERO)));
    loops.claiming.add(
        loops.add(PREDIAL_DIALER, PREDIAL_PAUSE, () -> dial(predialDialer, PREDIAL_PAUSE)));
    loops.claiming.add(loops.add(RECONCILER, RECONCILER_PAUSE, () -> reconcile(reconciler)));
    loops.claiming.add(loops.add(HALT_RELEASE, MIN_PAUSE, () -> loops.release(halts)));
    return loops;
  }

  /** Also ends simulated calls: those of lost nodes, and those of this one when it stops. */
  public void endSimulatedCalls(NodeLossWorker worker) {
    nodeLoss = worker;
    claiming.add(add(NODE_LOSS, Duration.ZERO, () -> endLost(worker)));
  }

  /** Claims no more orders; the inbox still stores updates. Does not wait. */
  @Override
  public void stopClaims() {
    claiming.forEach(WorkLoop.Handle::stop);
  }

  @Override
  public void close() {
    loops.forEach(WorkLoop.Handle::stop);
    loops.reversed().forEach(WorkLoop.Handle::close);
    NodeLossWorker worker = nodeLoss;
    if (worker != null) {
      BoundedStep.run(END_LIMIT, worker::endOwn);
    }
  }

  private WorkLoop.Handle add(String name, Duration rest, WorkLoop.LoopTask work) {
    WorkLoop.Handle loop = WorkLoop.start(vertx, name, rest, work);
    loops.add(loop);
    return loop;
  }

  private Duration plan(Planner planner) {
    if (planner.runOnce() == 0) {
      return POLL_INTERVAL;
    }
    wakeDialers(vertx);
    return Duration.ZERO;
  }

  private static Duration dial(Dialer dialer, Duration pauseAfterOrders) {
    long start = System.nanoTime();
    Dialer.Round round = dialer.runOnce();
    if (round.orders() > 0) {
      return pauseAfterOrders;
    }
    Duration next =
        round
            .untilNextClaim()
            .filter(until -> until.compareTo(OrderAcceptor.DIAL_INTERVAL) < 0)
            .orElse(OrderAcceptor.DIAL_INTERVAL);
    Duration left = next.minusNanos(System.nanoTime() - start);
    return left.isPositive() ? left : Duration.ZERO;
  }

  private Duration store(InboxProcessor inbox) {
    InboxProcessor.Round round = inbox.runOnce();
    if (round.updates() == 0) {
      return UNTIL_WOKEN;
    }
    onStored.accept(round.effects());
    if (round.effects().contains(InboxProcessor.Effect.ATTEMPT_ENDED)) {
      wakeDialers(vertx);
    }
    return Duration.ZERO;
  }

  private Duration release(HaltReleaseWorker halts) {
    if (halts.runOnce() == 0) {
      return POLL_INTERVAL;
    }
    wakeDialers(vertx);
    return Duration.ZERO;
  }

  private static Duration endLost(NodeLossWorker worker) {
    return worker.runOnce() > 0 ? Duration.ZERO : NODE_LOSS_INTERVAL;
  }

  private static Duration reconcile(Reconciler reconciler) {
    reconciler.runOnce();
    return POLL_INTERVAL;
  }
}
