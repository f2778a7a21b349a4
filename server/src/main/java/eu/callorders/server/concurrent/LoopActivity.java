package eu.callorders.server.concurrent;

import io.vertx.core.shareddata.Shareable;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * State of a loop, written by its thread, read by watchdog, readiness and metrics. All instants are
 * those of {@link System#nanoTime}.
 */
public final class LoopActivity implements Shareable {
  private static final ThreadLocal<@Nullable LoopActivity> CURRENT = new ThreadLocal<>();

  private final String name;
  private final AtomicLong steps = new AtomicLong();
  private final LongAdder rounds = new LongAdder();
  private final LongAdder failedRounds = new LongAdder();
  private final LongAdder roundNanos = new LongAdder();
  private volatile long lastRound = System.nanoTime();
  private volatile long roundBegan = lastRound;
  private volatile long restsUntil = lastRound;
  private volatile boolean stallReported;
  private volatile @Nullable Long failingSince;
  private volatile @Nullable Thread thread;

  public LoopActivity(String name) {
    this.name = name;
  }

  /** The loop on the current thread, if any. */
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

  public void roundBegan() {
    roundBegan = System.nanoTime();
  }

  /** A round has succeeded or failed. */
  public void roundEnded() {
    lastRound = System.nanoTime();
    rounds.increment();
    roundNanos.add(lastRound - roundBegan);
    progressed();
  }

  public void roundSucceeded() {
    failingSince = null;
  }

  /**
   * The last round has failed.
   *
   * @param counts false for a failure that is reported elsewhere, which also resets the count
   */
  public void roundFailed(long now, boolean counts) {
    failedRounds.increment();
    if (!counts) {
      failingSince = null;
    } else if (failingSince == null) {
      failingSince = now;
    }
  }

  /** How long all rounds have failed; zero when the last one succeeded. */
  public Duration failingFor(long now) {
    Long since = failingSince;
    return since == null ? Duration.ZERO : Duration.ofNanos(Math.max(0, now - since));
  }

  /** Rounds that have ended, failed ones too. */
  public long rounds() {
    return rounds.sum();
  }

  public long failedRounds() {
    return failedRounds.sum();
  }

  /** What all rounds took together, without the pauses between them. */
  public Duration timeInRounds() {
    return Duration.ofNanos(roundNanos.sum());
  }

  /** A wait of the loop is over. */
  public void progressed() {
    restsUntil = System.nanoTime();
    steps.incrementAndGet();
  }

  /** The loop pauses for at most that time. */
  public void pauseFor(Duration max) {
    restsUntil = System.nanoTime() + max.toNanos();
  }

  /** Changes whenever the loop progresses. */
  public long steps() {
    return steps.get();
  }

  /** Whether the loop pauses, so that it need not progress. */
  public boolean isResting(long now) {
    return restsUntil - now > 0;
  }

  /** Time since the last round ended. */
  public Duration sinceLastRound(long now) {
    return Duration.ofNanos(Math.max(0, now - lastRound));
  }

  /** Set by the watchdog, for readiness. */
  public void stallReported(boolean stalled) {
    stallReported = stalled;
  }

  public boolean isStalled() {
    return stallReported;
  }

  /** The thread of the loop while it runs. */
  public @Nullable Thread thread() {
    return thread;
  }
}
