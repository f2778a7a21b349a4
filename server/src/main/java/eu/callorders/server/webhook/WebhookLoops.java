package eu.callorders.server.webhook;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.webhook.delivery.Dispatcher;
import eu.callorders.server.webhook.delivery.FanOut;
import eu.callorders.server.webhook.delivery.OutcomeWriter;
import eu.callorders.server.webhook.delivery.VerificationExpiry;
import eu.callorders.server.webhook.replay.ReplayWorker;
import eu.callorders.server.worker.ClaimingLoops;
import eu.callorders.server.worker.WorkLoop;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** The webhook loops of this node. */
public final class WebhookLoops implements ClaimingLoops {
  private static final String FAN_OUT = "webhook-fan-out";
  private static final String DISPATCHER = "webhook-dispatcher";
  private static final String OUTCOMES = "webhook-outcomes";
  private static final String REPLAYS = "webhook-replays";
  private static final String VERIFICATIONS = "webhook-verifications";

  /** Maximum delay of a new event; its writer does not wake this loop. */
  private static final Duration FAN_OUT_INTERVAL = Duration.ofMillis(50);

  private static final Duration UNTIL_WOKEN = Duration.ofHours(1);
  private static final Duration OUTCOME_BATCH_DELAY = Duration.ofMillis(10);
  private static final int LARGE_BATCH = 200;
  private static final Duration REPLAY_INTERVAL = Duration.ofMillis(200);
  private static final Duration EXPIRY_INTERVAL = Duration.ofSeconds(30);

  /** Time for attempts to end when the node stops. */
  private static final Duration ATTEMPTS_TIMEOUT = Duration.ofSeconds(3);

  private static final Duration WRITES_TIMEOUT = Duration.ofSeconds(3);

  /** The first stores outcomes, the others claim work. */
  private final List<WorkLoop.Handle> loops = new ArrayList<>();

  private final Dispatcher dispatcher;
  private final OutcomeWriter outcomes;

  private WebhookLoops(Dispatcher dispatcher, OutcomeWriter outcomes) {
    this.dispatcher = dispatcher;
    this.outcomes = outcomes;
  }

  public static void wakeDispatcher(Vertx vertx) {
    WorkLoop.wake(vertx, DISPATCHER);
  }

  public static void wakeOutcomeWriter(Vertx vertx) {
    WorkLoop.wake(vertx, OUTCOMES);
  }

  public static WebhookLoops start(
      Vertx vertx,
      FanOut fanOut,
      Dispatcher dispatcher,
      OutcomeWriter outcomes,
      ReplayWorker replays,
      VerificationExpiry verifications) {
    WebhookLoops started = new WebhookLoops(dispatcher, outcomes);
    started.loops.add(WorkLoop.start(vertx, OUTCOMES, () -> pauseAfterWrite(outcomes.runOnce())));
    started.loops.add(WorkLoop.start(vertx, DISPATCHER, dispatcher::runOnce));
    started.loops.add(
        WorkLoop.start(vertx, REPLAYS, () -> replays.runOnce() ? Duration.ZERO : REPLAY_INTERVAL));
    started.loops.add(
        WorkLoop.start(
            vertx,
            VERIFICATIONS,
            () -> verifications.runOnce() == 0 ? EXPIRY_INTERVAL : Duration.ZERO));
    started.loops.add(
        WorkLoop.start(
            vertx, FAN_OUT, () -> fanOut.runOnce() == 0 ? FAN_OUT_INTERVAL : Duration.ZERO));
    return started;
  }

  /** Outcomes that arrive within milliseconds are stored together, as no request waits for them. */
  private static Duration pauseAfterWrite(int count) {
    if (count == 0) {
      return UNTIL_WOKEN;
    }
    return count < LARGE_BATCH ? OUTCOME_BATCH_DELAY : Duration.ZERO;
  }

  /** Stops leases without waiting; running attempts still end. */
  @Override
  public void stopClaims() {
    loops.stream().skip(1).forEach(WorkLoop.Handle::stop);
  }

  /** Waits briefly for running attempts and their outcomes, then releases the remaining leases. */
  @Override
  public void close() {
    loops.forEach(WorkLoop.Handle::stop);
    loops.reversed().forEach(WorkLoop.Handle::close);
    BoundedWait.completes(dispatcher.idle(), ATTEMPTS_TIMEOUT);
    long deadline = System.nanoTime() + WRITES_TIMEOUT.toNanos();
    while (outcomes.runOnce() > 0 && System.nanoTime() - deadline < 0) {
      // repeats until all outcomes are stored
    }
    dispatcher.release();
  }
}
