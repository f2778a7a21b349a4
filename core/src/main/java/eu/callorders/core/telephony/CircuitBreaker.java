package eu.callorders.core.telephony;

import eu.callorders.core.call.PhoneNumber;
import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Stops placing calls while they fail for technical reasons. Only the latest call of each phone
 * counts, so that one bad phone cannot open the breaker. After a pause it allows a few probe calls:
 * the first success closes it, the first failure opens it for twice the time. Not thread-safe.
 */
public final class CircuitBreaker {
  /** The latest phones decide. */
  static final int MAX_PHONES = 200;

  private static final int HUNDRED_PERCENT = 100;

  private final Rule rule;
  private final Map<PhoneNumber, CountedCall> latestByPhone = new LinkedHashMap<>(); // oldest first
  private int failures;
  private State state = State.CLOSED;
  private Duration pause;
  private Instant pausedUntil = Instant.MIN;
  private Instant lastUsedAt = Instant.MIN;
  private Instant closedAt = Instant.MIN;
  private int activeProbes;

  public enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  /**
   * When a breaker opens, and for how long.
   *
   * @param minCalls minimum number of phones to decide on
   * @param percent share of failed calls that opens it
   * @param window how long a call counts
   * @param pause how long it stays open at first
   * @param maxPause limit of the pause after repeated failures of probes
   * @param probes concurrent probe calls
   */
  public record Rule(
      int minCalls, int percent, Duration window, Duration pause, Duration maxPause, int probes) {

    public static final Rule DEFAULT =
        new Rule(5, 50, Duration.ofSeconds(120), Duration.ofSeconds(15), Duration.ofMinutes(2), 3);

    /** Never opens: for gateways whose calls fail on request. */
    public static final Rule NEVER =
        new Rule(
            Integer.MAX_VALUE, HUNDRED_PERCENT, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1);
  }

  private record CountedCall(boolean failed, Instant at) {}

  public CircuitBreaker(Rule rule) {
    this.rule = rule;
    this.pause = rule.pause();
  }

  /** One that starts with a few probe calls. */
  static CircuitBreaker halfOpen(Rule rule, Instant now) {
    CircuitBreaker breaker = new CircuitBreaker(rule);
    breaker.state = State.HALF_OPEN;
    breaker.lastUsedAt = now;
    breaker.allowProbes(now);
    return breaker;
  }

  /** Records the outcome of a call to that phone. */
  public void record(PhoneNumber phone, BreakerSignal signal, Instant now) {
    if (signal == BreakerSignal.NONE) {
      return;
    }
    lastUsedAt = now;
    boolean failed = signal == BreakerSignal.FAULTY;
    switch (state(now)) {
      case CLOSED -> count(phone, new CountedCall(failed, now));
      case OPEN -> {} // placed before it opened
      case HALF_OPEN -> {
        if (failed) {
          pause = min(pause.multipliedBy(2), rule.maxPause());
          open(now);
        } else {
          pause = rule.pause();
          state = State.CLOSED;
          closedAt = now;
        }
      }
    }
  }

  public State state(Instant now) {
    if (state == State.OPEN && !now.isBefore(pausedUntil)) {
      state = State.HALF_OPEN;
      allowProbes(now);
    }
    return state;
  }

  public int capacity(Instant now) {
    return switch (state(now)) {
      case CLOSED -> Integer.MAX_VALUE;
      case OPEN -> 0;
      case HALF_OPEN -> {
        if (!now.isBefore(pausedUntil)) {
          allowProbes(now); // the outcome of the last probes is overdue
        }
        yield rule.probes() - activeProbes;
      }
    };
  }

  public void recordPlaced(int calls, Instant now) {
    lastUsedAt = now;
    if (state == State.HALF_OPEN) {
      activeProbes = Math.min(rule.probes(), activeProbes + calls);
    }
  }

  /** The joint signal of the calls within the window: faulty until a probe succeeds. */
  BreakerSignal signal(Instant now) {
    if (state(now) != State.CLOSED) {
      return BreakerSignal.FAULTY;
    }
    evictBefore(now.minus(rule.window()));
    boolean probed = !closedAt.isBefore(now.minus(rule.window()));
    if (probed && latestByPhone.size() < rule.minCalls()) {
      return BreakerSignal.SOUND;
    }
    if (latestByPhone.isEmpty()) {
      return BreakerSignal.NONE;
    }
    return tooManyFailures() ? BreakerSignal.FAULTY : BreakerSignal.SOUND;
  }

  /** The number of phones behind its signal; an open breaker had enough. */
  int phoneCount(Instant now) {
    return state(now) == State.CLOSED ? latestByPhone.size() : rule.minCalls();
  }

  /** Opens regardless of its own calls. */
  void trip(Instant now) {
    open(now);
  }

  /** Whether it can be dropped: no calls for longer than any pause. */
  boolean isIdle(Instant now) {
    return state(now) == State.CLOSED
        ? signal(now) == BreakerSignal.NONE
        : lastUsedAt.isBefore(now.minus(rule.window()).minus(rule.maxPause()));
  }

  private void count(PhoneNumber phone, CountedCall call) {
    CountedCall before = latestByPhone.remove(phone);
    failures += (call.failed() ? 1 : 0) - (before != null && before.failed() ? 1 : 0);
    latestByPhone.put(phone, call);
    evictBefore(call.at().minus(rule.window()));
    if (latestByPhone.size() >= rule.minCalls() && tooManyFailures()) {
      open(call.at());
    }
  }

  private boolean tooManyFailures() {
    return HUNDRED_PERCENT * failures >= rule.percent() * latestByPhone.size();
  }

  private void evictBefore(Instant oldest) {
    Iterator<CountedCall> calls = latestByPhone.values().iterator();
    while (calls.hasNext()) {
      CountedCall call = calls.next();
      if (!call.at().isBefore(oldest) && latestByPhone.size() <= MAX_PHONES) {
        return;
      }
      failures -= call.failed() ? 1 : 0;
      calls.remove();
    }
  }

  private void open(Instant now) {
    latestByPhone.clear();
    failures = 0;
    state = State.OPEN;
    pausedUntil = now.plus(pause);
  }

  private void allowProbes(Instant now) {
    activeProbes = 0;
    pausedUntil = now.plus(pause);
  }

  private static Duration min(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
