package eu.callorders.sipgateway.call;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;

/** How many calls may begin now: at a time and within a second. Confined to the event loop. */
final class CallRate {
  private static final Duration SECOND = Duration.ofSeconds(1);

  private final int maxCalls;
  private final int perSecond;
  private final Deque<Instant> started = new ArrayDeque<>();
  private int active;

  CallRate(int maxCalls, int perSecond) {
    this.maxCalls = maxCalls;
    this.perSecond = perSecond;
  }

  int free(Instant now) {
    while (!started.isEmpty() && !started.peek().plus(SECOND).isAfter(now)) {
      started.remove();
    }
    return Math.max(0, Math.min(maxCalls - active, perSecond - started.size()));
  }

  int active() {
    return active;
  }

  void begin(Instant now) {
    active++;
    started.add(now);
  }

  void end() {
    active--;
  }
}
