package eu.callorders.simulator.gateway;

import eu.callorders.simulator.Calls;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.TreeMap;

/** A clock and timers that tests advance. */
final class ManualClock implements InstantSource, SimulatorEnvironment.Timers {
  private record Due(Instant at, long timer) implements Comparable<Due> {
    @Override
    public int compareTo(Due other) {
      int byTime = at.compareTo(other.at);
      return byTime == 0 ? Long.compare(timer, other.timer) : byTime;
    }
  }

  private final TreeMap<Due, Runnable> due = new TreeMap<>();
  private Instant now = Calls.NOW;
  private long last;

  @Override
  public Instant instant() {
    return now;
  }

  @Override
  public long start(Duration after, Runnable wakeUp) {
    due.put(new Due(now.plus(after), ++last), wakeUp);
    return last;
  }

  @Override
  public void cancel(long timer) {
    due.keySet().removeIf(entry -> entry.timer() == timer);
  }

  void advance(Duration by) {
    Instant until = now.plus(by);
    while (!due.isEmpty() && !due.firstKey().at().isAfter(until)) {
      Map.Entry<Due, Runnable> first = due.pollFirstEntry();
      now = first.getKey().at();
      first.getValue().run();
    }
    now = until;
  }

  boolean idle() {
    return due.isEmpty();
  }
}
