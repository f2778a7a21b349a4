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
 * A loop of one kind of work: it works as long as there is some, then sleeps until it is woken or
 * the time that its work has named is over. It runs on a virtual thread, so its work is
 * straight-line code that awaits. Work that throws is tried again after a pause.
 */
public final class WorkLoop extends VerticleBase {
  private static final Logger LOG = LoggerFactory.getLogger(WorkLoop.class);
  private static final Duration PAUSE_AFTER_FAILURE = Duration.ofMillis(500);
  private static final Duration FAILED = Duration.ofNanos(-1);
  private static final DeploymentOptions ON_A_VIRTUAL_THREAD =
      new DeploymentOptions().setThreadingModel(ThreadingModel.VIRTUAL_THREAD);

  /** One round of work. */
  public interface LoopTask {
    /** Works once; answers how long the loop may sleep, zero when there may be more to do now. */
    Duration runOnce();
  }

  private final String name;
  private final Pauses pauses;
  private final LoopTask work;
  private final LoopActivity activity;
  private final Promise<Void> ended = Promise.promise();
  private Promise<Void> bell = Promise.promise();
  private Promise<Void> sleeping = bell;
  private volatile boolean begun;
  private boolean stopping;
  private boolean pauseFails;
  private final LoopFailures failures = new LoopFailures();

  /**
   * How long a loop pauses for other reasons than its work.
   *
   * @param rest how long it hears no bell after it has found nothing to do: for loops that are rung
   *     for whenever there might be something, which under load is always
   * @param afterFailure until work that has failed is tried again
   */
  public record Pauses(Duration rest, Duration afterFailure) {

    /** Hears every bell. */
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

  /** A loop that runs. */
  public static final class Handle implements ClaimingLoops {
    private static final Duration LAST_ROUND = Duration.ofSeconds(5);

    private final Vertx vertx;
    private final String deployment;
    private @Nullable Future<Void> ended;
    private long stoppedAt;

    private Handle(Vertx vertx, String deployment) {
      this.vertx = vertx;
      this.deployment = deployment;
    }

    /** The loop ends after the round that it is in, which this does not wait for. */
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

    /** Ends the loop after the round that it is in; gives up on a round that does not end. */
    @Override
    public void close() {
      Future<Void> stopped = stop();
      long left = LAST_ROUND.toNanos() - (System.nanoTime() - stoppedAt);
      if (!BoundedWait.completes(stopped, Duration.ofNanos(Math.max(0, left)))) {
        LOG.warn("a loop did not end within {} s", LAST_ROUND.toSeconds());
      }
    }

    public String deployment() {
      return deployment;
    }
  }

  /** Starts a loop that is awake as soon as it is rung for. Blocks until it is there. */
  public static Handle start(Vertx vertx, String name, LoopTask work) {
    return start(vertx, name, Duration.ZERO, work);
  }

  /**
   * Starts a loop. Blocks until it is there.
   *
   * @param rest how long it hears no bell after it has found nothing to do: for loops that are rung
   *     for whenever there might be something, which under load is always
   */
  public static Handle start(Vertx vertx, String name, Duration rest, LoopTask work) {
    return start(vertx, name, new Pauses(rest, PAUSE_AFTER_FAILURE), work);
  }

  /** Starts a loop. Blocks until it is there. */
  public static Handle start(Vertx vertx, String name, Pauses pauses, LoopTask work) {
    WorkLoop loop = new WorkLoop(name, pauses, work);
    String deployment = BoundedWait.await(vertx.deployVerticle(loop, ON_A_VIRTUAL_THREAD));
    loop.begin();
    return new Handle(vertx, deployment);
  }

  /**
   * Begins the rounds. Only once the loop is deployed: what completes the deployment may need the
   * loop's context, which a round that blocks occupies.
   */
  private void begin() {
    begun = true;
    context.runOnContext(ignored -> loop());
  }

  /** Wakes the loop of that name on this node, if it sleeps; a working one works once more. */
  public static void wake(Vertx vertx, String name) {
    vertx.eventBus().publish(address(name), name);
  }

  private static String address(String name) {
    return "wake." + name;
  }

  @Override
  public Future<?> start() {
    vertx.eventBus().localConsumer(address(name), message -> bell.tryComplete());
    Loops.add(vertx, context.deploymentID(), activity);
    return Future.succeededFuture();
  }

  @Override
  public Future<?> stop() {
    stopping = true;
    sleeping.tryComplete();
    return begun ? ended.future() : Future.succeededFuture();
  }

  private void loop() {
    activity.begin();
    try {
      while (!stopping) {
        bell = Promise.promise();
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

  /** Works once; answers the pause after it, negative when the work has failed. */
  private Duration round() {
    try {
      Duration pause = work.runOnce();
      if (!pauseFails) {
        succeeded();
      }
      return pause;
    } catch (Throwable e) { // awaiting throws checked ones too, undeclared
      ProcessExit.haltIfOutOfMemory(e);
      failed(e);
      return FAILED;
    } finally {
      activity.roundEnded();
    }
  }

  private void pause(Duration pause) {
    if (pause.equals(FAILED)) {
      sleep(pauses.afterFailure(), Promise.promise()); // a wake-up does not shorten it
    } else if (pause.isZero()) {
      letOthersIn();
    } else {
      rest(pause);
    }
  }

  /** A pause that fails at once must not become a loop without pauses. */
  private void pauseFailed(Throwable failure) {
    if (failure instanceof InterruptedException) { // by the watchdog
      LOG.debug("the pause of {} ended early", name, failure);
      return;
    }
    ProcessExit.haltIfOutOfMemory(failure);
    pauseFails = true;
    failed(failure);
    try {
      BoundedWait.completes(Promise.promise().future(), PAUSE_AFTER_FAILURE); // lets others in
    } catch (Throwable e) {
      LockSupport.parkNanos(PAUSE_AFTER_FAILURE.toNanos());
    }
  }

  private void pauseSucceeded(Duration pause) {
    if (pauseFails && !pause.equals(FAILED)) {
      pauseFails = false;
      succeeded();
    }
  }

  private void failed(Throwable failure) {
    boolean reportedElsewhere = ReportedElsewhere.is(failure);
    long now = System.nanoTime();
    activity.roundFailed(now, !reportedElsewhere);
    if (!failures.failed(now, reportedElsewhere)) {
      LOG.debug("{} failed once more", name, failure);
    } else if (failures.inRow() > 1) {
      LOG.warn("{} has failed {} times in a row", name, failures.inRow(), failure);
    } else if (failure instanceof VertxException || failure instanceof IOException) {
      LOG.warn("{} failed and is tried again: {}", name, ThrowableRedactor.name(failure));
    } else {
      LOG.warn("{} failed and is tried again", name, failure);
    }
  }

  private void succeeded() {
    activity.roundSucceeded();
    int over = failures.succeeded();
    if (over > 0) {
      LOG.info("{} works again, after {} failures", name, over);
    }
  }

  /** Work that never awaits must not keep out whoever wants to stop the loop. */
  private void letOthersIn() {
    Promise<Void> turn = Promise.promise();
    context.runOnContext(ignored -> turn.complete());
    BoundedWait.await(turn.future());
  }

  /** Whatever falls due at a known instant does not wait for the end of the rest. */
  private void rest(Duration pause) {
    Duration rest = pauses.rest();
    if (pause.compareTo(rest) <= 0) {
      sleep(pause, Promise.promise());
    } else {
      if (rest.isPositive()) {
        sleep(rest, Promise.promise());
      }
      sleep(pause.minus(rest), bell);
    }
  }

  private void sleep(Duration atMost, Promise<Void> rung) {
    if (stopping) {
      return;
    }
    sleeping = rung;
    activity.rests(atMost);
    BoundedWait.completes(rung.future(), atMost);
  }
}
