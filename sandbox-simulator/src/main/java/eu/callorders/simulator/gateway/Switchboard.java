package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.CancelAnswer;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceAnswer;
import eu.callorders.core.telephony.PlaceAnswer.Refusal;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.QueryAnswer;
import eu.callorders.simulator.scenario.Quirk;
import eu.callorders.simulator.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Takes calls, or refuses them, and answers what the port asks of them. Belongs to one thread. */
public final class Switchboard {
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);
  private static final int CHANNELS = 10_000;

  private final Surroundings around;
  private final CallBook book;
  private final Map<UUID, SimulatedCall> live = new HashMap<>();
  private final CallListener listener = new Listener();
  private final Eras eras;
  private int running;

  public Switchboard(Surroundings around, CallBook book) {
    this.around = around;
    this.book = book;
    this.eras = new Eras(book, around.clock().instant());
  }

  /** Goes on with the calls that an earlier process has left. */
  public void resume() {
    for (CallBook.Interrupted interrupted : book.interrupted()) {
      SimulatedCall call =
          new SimulatedCall(interrupted.placing(), interrupted.progress(), around, listener);
      if (!call.ended()) {
        running++;
      }
      play(call);
    }
  }

  /** Takes the call or not; empty when the answer gets lost on its way. */
  public Optional<PlaceAnswer> place(PlaceCall call) {
    CallBook.Entry known = book.find(call.attemptId());
    if (known != null) {
      found(call.attemptId());
      return Optional.of(known.answer());
    }
    Instant now = around.clock().instant();
    if (eras.stale(call.origin(), now)) {
      return Optional.of(new PlaceAnswer.Refused(Refusal.STALE_ERA, null)); // not remembered
    }
    if (now.isAfter(call.notAfter())) {
      return Optional.of(refuse(call, new PlaceAnswer.Refused(Refusal.TOO_LATE, null), now));
    }
    if (running >= CHANNELS || around.out().congested()) {
      return Optional.of(refuse(call, new PlaceAnswer.Refused(Refusal.CAPACITY, RETRY), now));
    }
    Placing placing = new Placing(call, book.capacityRefusals(call), now);
    Scenario scenario = placing.scenario();
    PlaceAnswer.Refused refusal = scenario.refusal();
    return refusal == null
        ? take(placing, scenario.quirk() == Quirk.LOST_ANSWER)
        : Optional.of(refuse(call, refusal, now));
  }

  public CancelAnswer cancel(UUID attemptId) {
    SimulatedCall call = live.get(attemptId);
    if (call != null) {
      return call.stop() ? CancelAnswer.ACCEPTED : CancelAnswer.ALREADY_ENDED;
    }
    CallBook.Entry known = book.find(attemptId);
    return known == null || known.events() == null
        ? CancelAnswer.NOT_FOUND
        : CancelAnswer.ALREADY_ENDED;
  }

  public QueryAnswer query(UUID attemptId) {
    found(attemptId);
    CallBook.Entry known = book.find(attemptId);
    if (known != null && known.forgotten()) {
      return new QueryAnswer.Forgotten();
    }
    List<GatewayEvent> events = known == null ? null : known.events();
    return events == null
        ? new QueryAnswer.NotFound(keptSince())
        : new QueryAnswer.Found(SimulatedCall.ref(attemptId), events);
  }

  /** Erases an attempt that is over; false when it still runs. */
  public boolean forget(UUID attemptId) {
    SimulatedCall call = live.get(attemptId);
    if (call != null && !call.ended()) {
      return false;
    }
    if (call != null) {
      call.abandon();
      live.remove(attemptId);
    }
    book.forget(attemptId, around.clock().instant()).ifPresent(around.out());
    return true;
  }

  public EraAnswer raiseEra(EraRequest request) {
    return eras.raise(request, around.clock().instant());
  }

  public EraQueryResult queryEra(UUID deployment) {
    return eras.query(deployment);
  }

  /** Since when no call was dropped, unless it was erased; null when that is not known. */
  public @Nullable Instant keptSince() {
    return book.keptSince(around.clock().instant());
  }

  public GatewayHealth health() {
    return around.out().congested()
        ? new GatewayHealth(GatewayHealth.State.DEGRADED, 0, RETRY)
        : new GatewayHealth(GatewayHealth.State.UP, CHANNELS - running, null);
  }

  /** Drops what is remembered for too long. */
  public void expire() {
    book.expire(around.clock().instant());
  }

  private PlaceAnswer refuse(PlaceCall call, PlaceAnswer.Refused refusal, Instant now) {
    book.refused(call, refusal, now);
    return refusal;
  }

  private Optional<PlaceAnswer> take(Placing placing, boolean lost) {
    SimulatedCall taken = new SimulatedCall(placing, Progress.NONE, around, listener);
    PlaceAnswer.Accepted answer =
        new PlaceAnswer.Accepted(SimulatedCall.ref(placing.call().attemptId()));
    book.taken(placing, answer);
    running++;
    play(taken);
    taken.untold().stream().limit(1).forEach(around.out()::record);
    return lost ? Optional.empty() : Optional.of(answer);
  }

  private void play(SimulatedCall call) {
    live.put(call.placing().call().attemptId(), call);
    if (call.hidden()) {
      around.timers().start(LONGEST_SILENCE, call::found);
    }
    call.play();
  }

  private void found(UUID attemptId) {
    SimulatedCall call = live.get(attemptId);
    if (call != null) {
      call.found();
    }
  }

  private final class Listener implements CallListener {
    @Override
    public void changed(SimulatedCall call) {
      Progress progress = call.progress();
      book.progressed(call.placing(), progress);
      if (progress.done()) {
        live.remove(call.placing().call().attemptId());
      }
    }

    @Override
    public void ended(SimulatedCall call, GatewayEvent.Ended end) {
      running--;
      book.ended(call.placing(), end);
    }
  }
}
