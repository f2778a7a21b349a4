package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceAnswer.Refusal;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.simulator.scenario.Quirk;
import eu.callorders.simulator.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes calls, or refuses them, and answers what the port asks of them. Belongs to one thread. */
final class Switchboard {
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);
  private static final int CHANNELS = 10_000;
  private static final int MOST_OVER = 10_000;

  private final InstantSource clock;
  private final Timers timers;
  private final Outgoing out;
  private final CallBook book = new CallBook(MOST_OVER);
  private final CapacityRefusals capacityRefusals = new CapacityRefusals();
  private int running;

  Switchboard(InstantSource clock, Timers timers, Outgoing out) {
    this.clock = clock;
    this.timers = timers;
    this.out = out;
  }

  /** Takes the call or not; empty when the answer gets lost on its way. */
  Optional<PlaceAnswer> place(PlaceCall call) {
    CallBook.Entry known = book.find(call.attemptId());
    if (known != null) {
      found(known);
      return Optional.of(known.answer());
    }
    Instant now = clock.instant();
    if (now.isAfter(call.notAfter())) {
      return Optional.of(refuse(call, new PlaceAnswer.Refused(Refusal.TOO_LATE, null), now));
    }
    if (running >= CHANNELS || out.congested()) {
      return Optional.of(refuse(call, new PlaceAnswer.Refused(Refusal.CAPACITY, RETRY), now));
    }
    Scenario scenario = Scenario.of(call, capacityRefusals.before(call), now);
    PlaceAnswer.Refused refusal = scenario.refusal();
    if (refusal == null) {
      return take(call, scenario);
    }
    if (refusal.code() == Refusal.CAPACITY) {
      capacityRefusals.add(call);
    }
    return Optional.of(refuse(call, refusal, now));
  }

  CancelAnswer cancel(UUID attemptId) {
    SimulatedCall call = call(attemptId);
    if (call == null) {
      return CancelAnswer.NOT_FOUND;
    }
    return call.stop() ? CancelAnswer.ACCEPTED : CancelAnswer.ALREADY_ENDED;
  }

  QueryAnswer query(UUID attemptId) {
    SimulatedCall call = call(attemptId);
    if (call == null) {
      return new QueryAnswer.NotFound();
    }
    call.found();
    return new QueryAnswer.Found(SimulatedCall.ref(attemptId), call.events());
  }

  /** Erases an attempt that is over; false when it still runs. */
  boolean forget(UUID attemptId) {
    CallBook.Entry known = book.find(attemptId);
    if (known == null || known.call() == null) {
      return true;
    }
    if (!known.call().ended()) {
      return false;
    }
    known.call().abandon();
    // The answer stays for its hour: placing the same attempt again must not dial a second time.
    book.put(attemptId, new CallBook.Entry(known.answer(), null));
    return true;
  }

  GatewayHealth health() {
    return out.congested()
        ? new GatewayHealth(GatewayHealth.State.DEGRADED, 0, RETRY)
        : new GatewayHealth(GatewayHealth.State.UP, CHANNELS - running, null);
  }

  /** Drops what is remembered for too long. */
  void expire() {
    book.expire(clock.instant());
  }

  private PlaceAnswer refuse(PlaceCall call, PlaceAnswer.Refused refusal, Instant now) {
    book.put(call.attemptId(), new CallBook.Entry(refusal, null));
    book.over(call.attemptId(), now);
    return refusal;
  }

  private Optional<PlaceAnswer> take(PlaceCall call, Scenario scenario) {
    boolean lost = scenario.quirk() == Quirk.LOST_ANSWER;
    PlaceAnswer answer = new PlaceAnswer.Accepted(SimulatedCall.ref(call.attemptId()));
    SimulatedCall taken =
        new SimulatedCall(
            call,
            scenario,
            Telling.of(scenario.quirk(), out),
            timers,
            clock,
            () -> ended(call.attemptId()));
    book.put(call.attemptId(), new CallBook.Entry(answer, taken));
    running++;
    taken.play();
    if (lost) {
      timers.start(LONGEST_SILENCE, taken::found);
    }
    return lost ? Optional.empty() : Optional.of(answer);
  }

  private void ended(UUID attemptId) {
    running--;
    book.over(attemptId, clock.instant());
  }

  private static void found(CallBook.Entry known) {
    if (known.call() != null) {
      known.call().found();
    }
  }

  private @Nullable SimulatedCall call(UUID attemptId) {
    CallBook.Entry known = book.find(attemptId);
    return known == null ? null : known.call();
  }
}
