package eu.callorders.sipgateway.call;

import java.time.Duration;

/**
 * How long a call waits.
 *
 * @param decision from the placing to its answer: a dialed call counts as accepted, one that is not
 *     prepared is refused
 * @param beforeRinging from the INVITE until it counts as ringing
 * @param afterEnd for late answers of a leg that has ended; 64 T1 of RFC 3261
 * @param registration after the first failure of a registration; longer after each further one
 * @param report for an agent's report after the end of the call
 * @param silence without sound of the other side, until the call ends
 * @param shortestSession between two refreshes, whatever the other side demands; RFC 4028
 */
public record CallTimes(
    Duration decision,
    Duration beforeRinging,
    Duration afterEnd,
    Duration registration,
    Duration report,
    Duration silence,
    Duration shortestSession) {
  public static final CallTimes DEFAULT =
      new CallTimes(
          Duration.ofSeconds(3),
          Duration.ofSeconds(15),
          Duration.ofSeconds(32),
          Duration.ofSeconds(30),
          Duration.ofMinutes(2),
          Duration.ofSeconds(30),
          Duration.ofSeconds(90));

  CallTimes withDecision(Duration changed) {
    return new CallTimes(
        changed, beforeRinging, afterEnd, registration, report, silence, shortestSession);
  }

  CallTimes withBeforeRinging(Duration changed) {
    return new CallTimes(
        decision, changed, afterEnd, registration, report, silence, shortestSession);
  }

  CallTimes withAfterEnd(Duration changed) {
    return new CallTimes(
        decision, beforeRinging, changed, registration, report, silence, shortestSession);
  }

  CallTimes withRegistration(Duration changed) {
    return new CallTimes(
        decision, beforeRinging, afterEnd, changed, report, silence, shortestSession);
  }

  CallTimes withReport(Duration changed) {
    return new CallTimes(
        decision, beforeRinging, afterEnd, registration, changed, silence, shortestSession);
  }

  CallTimes withSilence(Duration changed) {
    return new CallTimes(
        decision, beforeRinging, afterEnd, registration, report, changed, shortestSession);
  }

  CallTimes withShortestSession(Duration changed) {
    return new CallTimes(decision, beforeRinging, afterEnd, registration, report, silence, changed);
  }
}
