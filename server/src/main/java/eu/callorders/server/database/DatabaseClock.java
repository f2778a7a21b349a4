package eu.callorders.server.database;

import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time of the database by the monotonic clock of this node, so that the decisions of a node and
 * the statements of all nodes use one clock. A change of the node's wall clock has no effect.
 *
 * <p>The database reads its clock between the question and its answer, so each answer limits the
 * error. A time within these limits stays as it is.
 */
public final class DatabaseClock implements InstantSource {
  /** Larger differences are corrected at once. */
  static final long MAX_SLEW_NANOS = 500_000_000;

  private static final Logger LOG = LoggerFactory.getLogger(DatabaseClock.class);
  private static final long SECOND = 1_000_000_000;
  private static final long SLEW_DIVISOR = 100;

  private final InstantSource wallClock;
  private final LongSupplier nanoTime;
  private volatile ClockOffset clockOffset;
  private boolean corrected;

  /**
   * @param nanos of the monotonic clock
   * @param offset from the monotonic clock to the epoch
   * @param correction of the offset, in nanoseconds, of which one hundredth of the time that has
   *     passed since applies
   */
  private record ClockOffset(long nanos, long offset, long correction) {
    long offsetAt(long now) {
      long limit = Math.max(0, now - nanos) / SLEW_DIVISOR;
      return offset + Math.clamp(correction, -limit, limit);
    }
  }

  /** Shows the wall clock's time until the first answer. */
  public DatabaseClock(InstantSource wallClock) {
    this(wallClock, System::nanoTime);
  }

  DatabaseClock(InstantSource wallClock, LongSupplier nanoTime) {
    this.wallClock = wallClock;
    this.nanoTime = nanoTime;
    long now = nanoTime.getAsLong();
    this.clockOffset = new ClockOffset(now, epochNanos(wallClock.instant()) - now, 0);
  }

  @Override
  public Instant instant() {
    ClockOffset last = clockOffset;
    long now = nanoTime.getAsLong();
    return instant(now + last.offsetAt(now));
  }

  /** Corrects the time by an answer of the database. */
  public synchronized void correct(ServerAnswer answer) {
    long now = answer.arrived();
    long current = clockOffset.offsetAt(now);
    long earliest = epochNanos(answer.time()) - now;
    // PostgreSQL gives whole microseconds.
    long latest = epochNanos(answer.time().plus(1, ChronoUnit.MICROS)) - answer.asked();
    long difference = Math.clamp(current, earliest, latest) - current;
    boolean small = Math.abs(difference) <= MAX_SLEW_NANOS;
    if (corrected && !small) {
      LOG.error("the database's clock has jumped by {} s", seconds(difference));
    }
    clockOffset =
        corrected && small
            ? new ClockOffset(now, current, difference)
            : new ClockOffset(now, current + difference, 0);
    corrected = true;
  }

  /** Seconds by which the node's wall clock is ahead of the database. */
  public double wallClockDeviation() {
    long now = nanoTime.getAsLong();
    return seconds(epochNanos(wallClock.instant()) - now - clockOffset.offsetAt(now));
  }

  private static double seconds(long nanos) {
    return (double) nanos / SECOND;
  }

  private static long epochNanos(Instant instant) {
    return instant.getEpochSecond() * SECOND + instant.getNano();
  }

  private static Instant instant(long epochNanos) {
    return Instant.ofEpochSecond(
        Math.floorDiv(epochNanos, SECOND), Math.floorMod(epochNanos, SECOND));
  }
}
