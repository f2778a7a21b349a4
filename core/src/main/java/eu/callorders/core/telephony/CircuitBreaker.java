package eu.callorders.core.telephony;

import java.time.Duration;
import java.time.Instant;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Keeps calls from being placed while they fail for technical reasons. Of each number only the
 * latest call counts: one number that fails again and again is no bad gateway. After a pause a few
 * calls may try whether it works again: the first that does closes the breaker, the first that
 * fails opens it for twice as long. Belongs to one thread at a time.
 */
public final class CircuitBreaker {
  /** The latest ones decide. */
  static final int MAX_NUMBERS = 200;

  private static final int ALL = 100;

  private final Rule rule;
  private final Map<String, CountedCall> latest = new LinkedHashMap<>(); // in the order of their time
  private int faulty;
  private State state = State.CLOSED;
  private Duration pause;
  private Instant until = Instant.MIN;
  private Instant usedAt = Instant.MIN;
  private Instant closedAt = Instant.MIN;
  private int probing;

  /** How far the breaker lets calls through. */
  public enum State {
    /** All of them. */
    CLOSED,
    /** None. */
    OPEN,
    /** A few, to see what becomes of them. */
    HALF_OPEN
  }

  /**
   * When a breaker opens, and for how long.
   *
   * @param leastCalls fewer than these are no evidence
   * @param percent of the calls that must have failed
   * @param window how long a call is remembered
   * @param pause how long it stays open at first
   * @param longestPause how long at most, however often probes fail
   * @param probes calls that may try it at a time
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

    /** For a gateway whose calls fail because somebody has asked for it. */
    public static final Rule NEVER =
        new Rule(Integer.MAX_VALUE, ALL, Duration.ZERO, Duration.ZERO, Duration.ZERO, 1);
  }

  private record CountedCall(boolean faulty, Instant at) {}

  public CircuitBreaker(Rule rule) {
    this.rule = rule;
    this.pause = rule.pause();
  }

  /** One that lets a few calls through to begin with. */
  static CircuitBreaker halfOpen(Rule rule, Instant now) {
    CircuitBreaker breaker = new CircuitBreaker(rule);
    breaker.state = State.HALF_OPEN;
    breaker.usedAt = now;
    breaker.allowProbes(now);
    return breaker;
  }

  /** Takes in what became of a call to that number. */
  public void take(String number, BreakerSignal evidence, Instant now) {
    if (evidence == BreakerSignal.NONE) {
      return;
    }
    usedAt = now;
    boolean bad = evidence == BreakerSignal.FAULTY;
    switch (state(now)) {
      case CLOSED -> weigh(number, new CountedCall(bad, now));
      case OPEN -> {} // of a call from before
      case HALF_OPEN -> {
        if (bad) {
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

  /** How far it lets calls through now. */
  public State state(Instant now) {
    if (state == State.OPEN && !now.isBefore(until)) {
      state = State.HALF_OPEN;
      allowProbes(now);
    }
    return state;
  }

  /** How many calls may be placed now. */
  public int room(Instant now) {
    return switch (state(now)) {
      case CLOSED -> Integer.MAX_VALUE;
      case OPEN -> 0;
      case HALF_OPEN -> {
        if (!now.isBefore(until)) {
          allowProbes(now); // nothing has become known of the last ones
        }
        yield rule.probes() - probing;
      }
    };
  }

  /** Takes in that so many calls are being placed. */
  public void placed(int calls, Instant now) {
    usedAt = now;
    if (state == State.HALF_OPEN) {
      probing = Math.min(rule.probes(), probing + calls);
    }
  }

  /** What the calls within the window say together: faulty until a probe goes well. */
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

  /** How many numbers its evidence comes from; one that has opened had enough. */
  int numbers(Instant now) {
    return state(now) == State.CLOSED ? latest.size() : rule.leastCalls();
  }

  /** Opens for reasons of others. */
  void trip(Instant now) {
    open(now);
  }

  /** Whether nothing is lost when it is forgotten: no calls for longer than any pause. */
  boolean isIdle(Instant now) {
    return state(now) == State.CLOSED
        ? evidence(now) == BreakerSignal.NONE
        : usedAt.isBefore(now.minus(rule.window()).minus(rule.longestPause()));
  }

  private void weigh(String number, CountedCall call) {
    CountedCall before = latest.remove(number);
    faulty += (call.faulty() ? 1 : 0) - (before != null && before.faulty() ? 1 : 0);
    latest.put(number, call);
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
