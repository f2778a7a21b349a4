package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EraAnswer;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.core.telephony.QueryResult;
import eu.callorders.simulator.scenario.GatewayFault;
import eu.callorders.simulator.scenario.Scenario;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Accepts or refuses calls and executes the other operations of the port. Not thread-safe. */
public final class SimulatedGateway {
  private static final Duration RETRY = Duration.ofSeconds(1);
  private static final Duration LONGEST_SILENCE = Duration.ofSeconds(10);
  private static final int CHANNELS = 10_000;

  private final SimulatorEnvironment around;
  private final CallRegistry book;
  private final Map<UUID, SimulatedCall> live = new HashMap<>();
  private final CallListener listener = new Listener();
  private final Eras eras;
  private int running;

  public SimulatedGateway(SimulatorEnvironment around, CallRegistry book) {
    this.around = around;
    this.book = book;
    this.eras = new Eras(book, around.clock().instant());
  }

  public void resume() {
    for (CallRegistry.InterruptedCall interrupted : book.interrupted()) {
      SimulatedCall call =
          new SimulatedCall(interrupted.placing(), interrupted.progress(), around, listener);
      if (!call.ended()) {
        running++;
      }
      play(call);
    }
  }

  /** Accepts or refuses the call; empty when the response is to be lost. */
  public Optional<PlaceResult> place(PlaceCall call) {
    CallRegistry.Entry existing = book.find(call.attemptId());
    if (existing != null) {
      found(call.attemptId());
      return Optional.of(existing.answer());
    }
    Instant now = around.clock().instant();
    if (eras.stale(call.origin(), now)) {
      return Optional.of(new PlaceResult.Refused(RefusalReason.STALE_ERA, null)); // not stored
    }
    if (now.isAfter(call.notAfter())) {
      return Optional.of(refuse(call, new PlaceResult.Refused(RefusalReason.TOO_LATE, null), now));
    }
    if (running >= CHANNELS || around.out().congested()) {
      return Optional.of(refuse(call, new PlaceResult.Refused(RefusalReason.CAPACITY, RETRY), now));
    }
    PlacedCall placing = new PlacedCall(call, book.capacityRefusals(call), now);
    Scenario scenario = placing.scenario();
    PlaceResult.Refused refusal = scenario.refusal();
    return refusal == null
        ? take(placing, scenario.quirk() == GatewayFault.LOST_ANSWER)
        : Optional.of(refuse(call, refusal, now));
  }

  public CancelResult cancel(UUID attemptId) {
    SimulatedCall call = live.get(attemptId);
    if (call != null) {
      return call.stop() ? CancelResult.ACCEPTED : CancelResult.ALREADY_ENDED;
    }
    CallRegistry.Entry existing = book.find(attemptId);
    return existing == null || existing.events() == null
        ? CancelResult.NOT_FOUND
        : CancelResult.ALREADY_ENDED;
  }

  public QueryResult query(UUID attemptId) {
    found(attemptId);
    CallRegistry.Entry existing = book.find(attemptId);
    if (existing != null && existing.forgotten()) {
      return new QueryResult.Forgotten();
    }
    List<GatewayEvent> events = existing == null ? null : existing.events();
    return events == null
        ? new QueryResult.NotFound(keptSince())
        : new QueryResult.Found(SimulatedCall.ref(attemptId), events);
  }

  /** Erases an ended attempt; false when it is still active. */
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

  /** Since when no call was deleted, except erased ones; null when unknown. */
  public @Nullable Instant keptSince() {
    return book.keptSince(around.clock().instant());
  }

  public GatewayHealth health() {
    return around.out().congested()
        ? new GatewayHealth(GatewayHealth.State.DEGRADED, 0, RETRY)
        : new GatewayHealth(GatewayHealth.State.UP, CHANNELS - running, null);
  }

  public void expire() {
    book.expire(around.clock().instant());
  }

  private PlaceResult refuse(PlaceCall call, PlaceResult.Refused refusal, Instant now) {
    book.refused(call, refusal, now);
    return refusal;
  }

  private Optional<PlaceResult> take(PlacedCall placing, boolean lost) {
    SimulatedCall call = new SimulatedCall(placing, CallProgress.NONE, around, listener);
    PlaceResult.Accepted result =
        new PlaceResult.Accepted(SimulatedCall.ref(placing.call().attemptId()));
    book.taken(placing, result);
    running++;
    play(call);
    call.untold().stream().limit(1).forEach(around.out()::record);
    return lost ? Optional.empty() : Optional.of(result);
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
      CallProgress progress = call.progress();
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
