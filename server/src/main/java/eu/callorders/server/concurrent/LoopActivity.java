package eu.callorders.server.concurrent;

import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * What a loop is doing: written by the loop's thread, read by the watchdog, readiness and metrics.
 * All instants are those of {@link System#nanoTime}.
 */
public final class LoopActivity implements Shareable {
  private static final ThreadLocal<@Nullable LoopActivity> CURRENT = new ThreadLocal<>();

  private final String name;
  private final AtomicLong steps = new AtomicLong();
  private volatile long lastRound = System.nanoTime();
  private volatile long restsUntil = lastRound;
  private volatile boolean standingStill;
  private volatile @Nullable Long failingSince;
  private volatile @Nullable Thread thread;

  public LoopActivity(String name) {
    this.name = name;
  }

  /** The loop that runs on this thread, if one does. */
  static @Nullable LoopActivity current() {
    return CURRENT.get();
  }

  public String name() {
    return name;
  }

  /** The loop runs on the current thread from now on. */
  public void begin() {
    thread = Thread.currentThread();
    CURRENT.set(this);
  }

  public void end() {
    thread = null;
    CURRENT.remove();
  }

  /** A round is over, whether its work was done or has failed. */
  public void roundEnded() {
    lastRound = System.nanoTime();
    progressed();
  }

  /** The last round has done its work. */
  public void roundSucceeded() {
    failingSince = null;
  }

  /**
   * The last round has failed.
   *
   * @param counts false for a failure that is reported elsewhere, which ends a row of others
   */
  public void roundFailed(long now, boolean counts) {
    if (!counts) {
      failingSince = null;
    } else if (failingSince == null) {
      failingSince = now;
    }
  }

  /** For how long each round has failed; zero when the last one has not. */
  public Duration failingFor(long now) {
    Long since = failingSince;
    return since == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, now - since));
  }

  /** Something that the loop has waited for is over. */
  public void progressed() {
    restsUntil = System.nanoTime();
    steps.incrementAndGet();
  }

  /** The loop pauses, and means to go on after that time at the latest. */
  public void rests(Duration atMost) {
    restsUntil = System.nanoTime() + atMost.toNanos();
  }

  /** Changes whenever the loop gets on. */
  public long steps() {
    return steps.get();
  }

  /** Whether the loop pauses, and need not get on. */
  public boolean isResting(long now) {
    return restsUntil - now > 0;
  }

  /** How long ago the last round was completed. */
  public Duration sinceLastRound(long now) {
    return Duration.ofNanos(Math.max(0, now - lastRound));
  }

  /** Set by the watchdog, for readiness. */
  public void standingStill(boolean still) {
    standingStill = still;
  }

  public boolean isStandingStill() {
    return standingStill;
  }

  /** The thread of the loop while it runs. */
  public @Nullable Thread thread() {
    return thread;
  }
}
