package eu.callorders.sipgateway.call;

import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * Whether a carrier works. It is in good standing for 24 hours after a telephone rang. Five
 * failures in a row on different numbers suspend it for a minute, doubling up to 15; then one call
 * tries. Pure; confined to one event loop.
 */
public final class TrunkStanding {
  private static final Duration GOOD_STANDING = Duration.ofHours(24);
  private static final int MAX_FAILURES = 5;
  private static final Duration FIRST_SUSPENSION = Duration.ofMinutes(1);
  private static final Duration MAX_SUSPENSION = Duration.ofMinutes(15);

  private final Set<String> failedNumbers = new HashSet<>();
  private @Nullable Instant lastRinging;
  private @Nullable Instant suspendedUntil;
  private Duration suspension = FIRST_SUSPENSION;
  private @Nullable UUID trial;

  /**
   * @param lastRinging of an earlier process; null when unknown
   */
  public TrunkStanding(@Nullable Instant lastRinging) {
    this.lastRinging = lastRinging;
  }

  public boolean isGood(Instant now) {
    return lastRinging != null && now.isBefore(lastRinging.plus(GOOD_STANDING));
  }

  /**
   * Whether it is believed that a number does not exist: in good standing, and unless this is one
   * failure too many in a row.
   */
  public boolean knowsNumber(String number, Instant now) {
    boolean suspends = !failedNumbers.contains(number) && failedNumbers.size() + 1 >= MAX_FAILURES;
    return isGood(now) && !isSuspended() && !suspends;
  }

  /** Whether a call may be placed; a suspended trunk admits one when its time is over. */
  public boolean admits(Instant now) {
    return suspendedUntil == null || (trial == null && !now.isBefore(suspendedUntil));
  }

  /** Admits a call: at a suspended trunk it is the one that tries, until it is released. */
  public boolean admit(UUID call, Instant now) {
    if (!admits(now)) {
      return false;
    }
    trial = suspendedUntil == null ? null : call;
    return true;
  }

  /** How long the trunk stays suspended; zero when it may be tried. */
  public Duration suspendedFor(Instant now) {
    return suspendedUntil == null || now.isAfter(suspendedUntil)
        ? Duration.ZERO
        : Duration.between(now, suspendedUntil);
  }

  public boolean isSuspended() {
    return suspendedUntil != null;
  }

  /** 18x or 2xx: the trunk works. */
  public void ringing(Instant now) {
    lastRinging = now;
    recover();
  }

  /** An answer by which the network did its work. */
  public void sound() {
    recover();
  }

  /**
   * A trunk fault, 404 or 603 without 18x.
   *
   * @return whether this failure suspends the trunk
   */
  public boolean failed(UUID call, String number, Instant now) {
    failedNumbers.add(number);
    if (suspendedUntil == null) {
      if (failedNumbers.size() < MAX_FAILURES) {
        return false;
      }
      suspension = FIRST_SUSPENSION;
      suspendedUntil = now.plus(suspension);
      return true;
    }
    if (call.equals(trial)) {
      suspension = min(suspension.multipliedBy(2));
      suspendedUntil = now.plus(suspension);
      trial = null;
    }
    return false;
  }

  /** A call has ended: if it was to try and has said nothing about the trunk, the next one may. */
  public void released(UUID call) {
    if (call.equals(trial)) {
      trial = null;
    }
  }

  private void recover() {
    failedNumbers.clear();
    suspendedUntil = null;
    trial = null;
    suspension = FIRST_SUSPENSION;
  }

  private static Duration min(Duration doubled) {
    return doubled.compareTo(MAX_SUSPENSION) < 0 ? doubled : MAX_SUSPENSION;
  }
}
