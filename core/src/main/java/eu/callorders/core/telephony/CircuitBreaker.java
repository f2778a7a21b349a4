package eu.callorders.core.telephony;

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
  static final int MAX_NUMBERS = 200;

  private static final int ALL = 100;

  private final Rule rule;
  private final Map<String, CountedCall> latest = new LinkedHashMap<>(); // oldest first
  private int faulty;
  private State state = State.CLOSED;
  private Duration pause;
  private Instant until = Instant.MIN;
  private Instant usedAt = Instant.MIN;
  private Instant closedAt = Instant.MIN;
  private int probing;

  public enum State {
    CLOSED,
    OPEN,
    HALF_OPEN
  }

  /**
   * When a breaker opens, and for how long.
   *
   * @param leastCalls minimum number of phones to decide on
   * @param percent share of failed calls that opens it
   * @param window how long a call counts
   * @param pause how long it stays open at first
   * @param longestPause limit of the pause after repeated failures of probes
   * @param probes concurrent probe calls
   */
  public record Rule(
      int leastCalls,
      int percent,
      Duration window,
      Duration pause,
      Duration longestPause,
      int probes) {

    public static final Rule USUAL =
        new Rule(5, 50, Duration.ofSeconds(120), Duration.ofSeconds(15), Duration.ofMinutes(2), 3);

    /** Never opens: for gateways whose calls fail on request. */
    public static final Rule NEVER =
        new Rule(Integer.MAX_VALUE, ALL, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1);
  }

  private record CountedCall(boolean faulty, Instant at) {}

  public CircuitBreaker(Rule rule) {
    this.rule = rule;
    this.pause = rule.pause();
  }

  /** One that starts with a few probe calls. */
  static CircuitBreaker halfOpen(Rule rule, Instant now) {
    CircuitBreaker breaker = new CircuitBreaker(rule);
    breaker.state = State.HALF_OPEN;
    breaker.usedAt = now;
    breaker.allowProbes(now);
    return breaker;
  }

  /** Records the outcome of a call to that phone. */
  public void take(String phone, BreakerSignal signal, Instant now) {
    if (signal == BreakerSignal.NONE) {
      return;
    }
    usedAt = now;
    boolean failed = signal == BreakerSignal.FAULTY;
    switch (state(now)) {
      case CLOSED -> weigh(phone, new CountedCall(failed, now));
      case OPEN -> {} // placed before it opened
      case HALF_OPEN -> {
        if (failed) {
          pause = shorter(pause.multipliedBy(2), rule.longestPause());
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
    if (state == State.OPEN && !now.isBefore(until)) {
      state = State.HALF_OPEN;
      allowProbes(now);
    }
    return state;
  }

  public int room(Instant now) {
    return switch (state(now)) {
      case CLOSED -> Integer.MAX_VALUE;
      case OPEN -> 0;
      case HALF_OPEN -> {
        if (!now.isBefore(until)) {
          allowProbes(now); // the outcome of the last probes is overdue
        }
        yield rule.probes() - probing;
      }
    };
  }

  public void placed(int calls, Instant now) {
    usedAt = now;
    if (state == State.HALF_OPEN) {
      probing = Math.min(rule.probes(), probing + calls);
    }
  }

  /** The joint signal of the calls within the window: faulty until a probe succeeds. */
  BreakerSignal evidence(Instant now) {
    if (state(now) != State.CLOSED) {
      return BreakerSignal.FAULTY;
    }
    forgetBefore(now.minus(rule.window()));
    boolean probed = !closedAt.isBefore(now.minus(rule.window()));
    if (probed && latest.size() < rule.leastCalls()) {
      return BreakerSignal.SOUND;
    }
    if (latest.isEmpty()) {
      return BreakerSignal.NONE;
    }
    return mostlyFaulty() ? BreakerSignal.FAULTY : BreakerSignal.SOUND;
  }

  /** The number of phones behind its signal; an open breaker had enough. */
  int numbers(Instant now) {
    return state(now) == State.CLOSED ? latest.size() : rule.leastCalls();
  }

  /** Opens regardless of its own calls. */
  void trip(Instant now) {
    open(now);
  }

  /** Whether it can be dropped: no calls for longer than any pause. */
  boolean isIdle(Instant now) {
    return state(now) == State.CLOSED
        ? evidence(now) == BreakerSignal.NONE
        : usedAt.isBefore(now.minus(rule.window()).minus(rule.longestPause()));
  }

  private void weigh(String phone, CountedCall call) {
    CountedCall before = latest.remove(phone);
    faulty += (call.faulty() ? 1 : 0) - (before != null && before.faulty() ? 1 : 0);
    latest.put(phone, call);
    forgetBefore(call.at().minus(rule.window()));
    if (latest.size() >= rule.leastCalls() && mostlyFaulty()) {
      open(call.at());
    }
  }

  private boolean mostlyFaulty() {
    return ALL * faulty >= rule.percent() * latest.size();
  }

  private void forgetBefore(Instant oldest) {
    Iterator<CountedCall> calls = latest.values().iterator();
    while (calls.hasNext()) {
      CountedCall call = calls.next();
      if (!call.at().isBefore(oldest) && latest.size() <= MAX_NUMBERS) {
        return;
      }
      faulty -= call.faulty() ? 1 : 0;
      calls.remove();
    }
  }

  private void open(Instant now) {
    latest.clear();
    faulty = 0;
    state = State.OPEN;
    until = now.plus(pause);
  }

  private void allowProbes(Instant now) {
    probing = 0;
    until = now.plus(pause);
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) < 0 ? one : other;
  }
}
