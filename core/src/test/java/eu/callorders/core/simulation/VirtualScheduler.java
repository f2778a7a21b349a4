package eu.callorders.core.simulation;

import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.SplittableRandom;

/**
 * Virtual time and the source of all randomness. Events run one after the other, by instant, then
 * by the order of scheduling; only they move the clock.
 */
final class VirtualScheduler {
  /** More than any correct run needs. */
  private static final int MAX_STEPS = 300_000;

  final SplittableRandom random;
  final Trace trace;
  private final PriorityQueue<Event> events = new PriorityQueue<>();
  private final Instant start;
  private long now;
  private long sequence;
  private int steps;

  private record Event(long at, long sequence, Runnable work) implements Comparable<Event> {
    @Override
    public int compareTo(Event other) {
      return at == other.at ? Long.compare(sequence, other.sequence) : Long.compare(at, other.at);
    }
  }

  VirtualScheduler(SplittableRandom random, Instant start, Trace trace) {
    this.random = random;
    this.start = start;
    this.trace = trace;
    this.now = start.toEpochMilli();
  }

  /** Real time; tenants' clocks run ahead of it. */
  Instant now() {
    return Instant.ofEpochMilli(now);
  }

  Instant start() {
    return start;
  }

  int steps() {
    return steps;
  }

  void at(Instant instant, Runnable work) {
    events.add(new Event(Math.max(now, instant.toEpochMilli()), sequence++, work));
  }

  void after(long millis, Runnable work) {
    events.add(new Event(now + millis, sequence++, work));
  }

  /** Runs all events up to that instant. */
  void runUntil(Instant end) {
    while (!events.isEmpty() && events.peek().at() <= end.toEpochMilli()) {
      Event next = events.poll();
      now = next.at();
      next.work().run();
      if (++steps > MAX_STEPS) {
        throw new Violation("run does not end", "more than " + MAX_STEPS + " steps");
      }
    }
    now = end.toEpochMilli();
  }

  void trace(String subject, String text) {
    trace.add(now - start.toEpochMilli(), subject, text);
  }

  boolean chance(double share) {
    return share > 0 && random.nextDouble() < share;
  }

  /** A number of milliseconds up to {@code max}, mostly small. */
  long soon(long max) {
    double share = random.nextDouble();
    return (long) (max * share * share * share);
  }

  long between(long min, long max) {
    return min + random.nextLong(max - min + 1);
  }

  Duration upTo(Duration max) {
    return Duration.ofMillis(random.nextLong(max.toMillis() + 1));
  }

  @SafeVarargs
  final <T> T anyOf(T... values) {
    return values[random.nextInt(values.length)];
  }
}
