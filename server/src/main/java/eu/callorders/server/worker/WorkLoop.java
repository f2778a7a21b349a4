package eu.callorders.server.worker;

import eu.callorders.server.concurrent.BoundedWait;
import eu.callorders.server.concurrent.LoopActivity;
import eu.callorders.server.concurrent.ProcessExit;
import eu.callorders.server.concurrent.ReportedElsewhere;
import eu.callorders.server.logging.ThrowableRedactor;
import io.vertx.core.DeploymentOptions;
import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.ThreadingModel;
import io.vertx.core.VerticleBase;
import io.vertx.core.Vertx;
import io.vertx.core.VertxException;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one kind of work in rounds: continues while there is work, then sleeps until woken or until
 * the time that the work returned. Runs on a virtual thread, so work may block. A failed round is
 * repeated after a pause.
 */
public final class WorkLoop extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(WorkLoop.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(500);
  private static final Duration FAILED = Duration.ofNanos(-1);
  private static final DeploymentOptions VIRTUAL_THREAD =
      new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);

  public interface LoopTask {
    /** Runs one round; returns how long the loop may sleep, zero when there may be more work. */
    Duration runOnce();
  }

  private final String name;
  private final Pauses pauses;
  private final LoopTask work;
  private final LoopActivity activity;
  private final Promise<Void> ended = Promise.promise();
  private Promise<Void> wakeUp = Promise.promise();
  private Promise<Void> sleepEnd = wakeUp;
  private volatile boolean started;
  private boolean stopping;
  private boolean pauseFails;
  private final LoopFailures failures = new LoopFailures();

  /**
   * The pauses of a loop.
   *
   * @param rest how long wake-ups are ignored after a round without work, for loops that are woken
   *     all the time under load
   * @param afterFailure pause after a failed round
   */
  public record Pauses(Duration rest, Duration afterFailure) {

    /** Ignores no wake-up. */
    public static Pauses afterFailure(Duration pause) {
      return new Pauses(Duration.ZERO, pause);
    }
  }

  private WorkLoop(String name, Pauses pauses, LoopTask work) {
    this.name = name;
    this.pauses = pauses;
    this.work = work;
    this.activity = new LoopActivity(name);
  }

  /** Controls a running loop. */
  public static final class Handle implements ClaimingLoops {
    private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final String name;
    private final String deployment;
    private @Nullable Future<Void> ended;
    private long stoppedAt;

    private Handle(Vertx vertx, String name, String deployment) {
      this.vertx = vertx;
      this.name = name;
      this.deployment = deployment;
    }

    /** Ends the loop after the present round, without waiting for it. */
    public synchronized Future<Void> stop() {
      if (ended == null) {
        ended = vertx.undeploy(deployment);
        stoppedAt = System.nanoTime();
      }
      return ended;
    }

    @Override
    public void stopClaims() {
      stop();
    }

    /** Ends the loop and waits a limited time for the present round. */
    @Override
    public void close() {
      Future<Void> stopped = stop();
      long left = STOP_TIMEOUT.toNanos() - (System.nanoTime() - stoppedAt);
      if (!BoundedWait.completes(stopped, Duration.ofNanos(Math.max(0, left)))) {
        LOG.warn("{} did not end within {} s", name, STOP_TIMEOUT.toSeconds());
      }
    }

    public String deployment() {
      return deployment;
    }
  }

  /** Starts a loop that every wake-up wakes. Blocks until it is deployed. */
  public static Handle start(Vertx vertx, String name, LoopTask work) {
    return start(vertx, name, Duration.ZERO, work);
  }

  /**
   * Starts a loop. Blocks until it is deployed.
   *
   * @param rest how long wake-ups are ignored after a round without work, for loops that are woken
   *     all the time under load
   */
  public static Handle start(Vertx vertx, String name, Duration rest, LoopTask work) {
    return start(vertx, name, new Pauses(rest, PAUSE_AFTER_FAILURE), work);
  }

  /** Starts a loop. Blocks until it is deployed. */
  public static Handle start(Vertx vertx, String name, Pauses pauses, LoopTask work) {
    WorkLoop loop = new WorkLoop(name, pauses, work);
    String deployment = BoundedWait.await(vertx.deployVerticle(loop, VIRTUAL_THREAD));
    loop.startRounds();
    return new Handle(vertx, name, deployment);
  }

  /**
   * Starts the rounds only after the deployment, whose completion may need the context that a
   * blocking round occupies.
   */
  private void startRounds() {
    started = true;
    context.runOnContext(ignored -> loop());
  }

  /** Wakes the loop of that name on this node; a working one runs another round. */
  public static void wake(Vertx vertx, String name) {
    vertx.eventBus().publish(address(name), name);
  }

  private static String address(String name) {
    return "wake." + name;
  }

  @Override
  public Future<?> start() {
    vertx.eventBus().localConsumer(address(name), message -> wakeUp.tryComplete());
    Loops.add(vertx, context.deploymentID(), activity);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    sleepEnd.tryComplete();
    return started ? ended.future() : Future.succeededFuture();
  }

  private void loop() {
    activity.begin();
    try {
      while (!stopping) {
        wakeUp = Promise.promise();
        Duration pause = round();
        try {
          pause(pause);
          pauseSucceeded(pause);
        } catch (Throwable e) {
          pauseFailed(e);
        }
      }
    } finally {
      activity.end();
      Loops.remove(vertx, context.deploymentID());
      ended.complete();
    }
  }

  /** Runs one round; returns the pause after it, negative after a failure. */
  private Duration round() {
    activity.roundBegan();
    try {
      Duration pause = work.runOnce();
      if (!pauseFails) {
        recordSuccess();
      }
      return pause;
    } catch (Throwable e) { // await throws undeclared checked exceptions too
      ProcessExit.haltIfOutOfMemory(e);
      recordFailure(e);
      return FAILED;
    } finally {
      activity.roundEnded();
    }
  }

  private void pause(Duration pause) {
    if (pause.equals(FAILED)) {
      sleep(pauses.afterFailure(), Promise.promise()); // a wake-up does not shorten it
    } else if (pause.isZero()) {
      yieldContext();
    } else {
      rest(pause);
    }
  }

  /** A pause that fails at once must not lead to a busy loop. */
  private void pauseFailed(Throwable failure) {
    if (failure instanceof InterruptedException) { // by the watchdog
      LOG.debug("pause of {} interrupted", name, failure);
      return;
    }
    ProcessExit.haltIfOutOfMemory(failure);
    pauseFails = true;
    recordFailure(failure);
    try {
      BoundedWait.completes(Promise.promise().future(), PAUSE_AFTER_FAILURE); // frees the context
    } catch (Throwable e) {
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE.toNanos());
    }
  }

  private void pauseSucceeded(Duration pause) {
    if (pauseFails && !pause.equals(FAILED)) {
      pauseFails = false;
      recordSuccess();
    }
  }

  private void recordFailure(Throwable failure) {
    boolean reportedElsewhere = ReportedElsewhere.is(failure);
    long now = System.nanoTime();
    activity.roundFailed(now, !reportedElsewhere);
    if (!failures.recordFailure(now, reportedElsewhere)) {
      LOG.debug("{} failed again", name, failure);
    } else if (failures.consecutive() > 1) {
      LOG.warn("{} has failed {} times in a row", name, failures.consecutive(), failure);
    } else if (failure instanceof VertxException || failure instanceof IOException) {
      LOG.warn("{} failed, will retry: {}", name, ThrowableRedactor.describe(failure));
    } else {
      LOG.warn("{} failed, will retry", name, failure);
    }
  }

  private void recordSuccess() {
    activity.roundSucceeded();
    int count = failures.reset();
    if (count > 0) {
      LOG.info("{} recovered after {} failures", name, count);
    }
  }

  /** Yields the context, so that work that never blocks does not prevent a stop. */
  private void yieldContext() {
    Promise<Void> turn = Promise.promise();
    context.runOnContext(ignored -> turn.complete());
    BoundedWait.await(turn.future());
  }

  /** Work that is due at a known instant does not wait for the end of the rest. */
  private void rest(Duration pause) {
    Duration rest = pauses.rest();
    if (pause.compareTo(rest) <= 0) {
      sleep(pause, Promise.promise());
    } else {
      if (rest.isPositive()) {
        sleep(rest, Promise.promise());
      }
      sleep(pause.minus(rest), wakeUp);
    }
  }

  private void sleep(Duration max, Promise<Void> wakeUp) {
    if (stopping) {
      return;
    }
    sleepEnd = wakeUp;
    activity.pauseFor(max);
    BoundedWait.completes(wakeUp.future(), max);
  }
}
