package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.CancelResult;
import eu.callorders.core.telephony.EraQueryResult;
import eu.callorders.core.telephony.EraRequest;
import eu.callorders.core.telephony.EraRequestResult;
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
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Duration DISCOVERY_TIMEOUT = Duration.ofSeconds(10);
  private static final int CHANNELS = 10_000;

  private final SimulatorEnvironment environment;
  private final CallRegistry registry;
  private final Map<UUID, SimulatedCall> activeCalls = new HashMap<>();
  private final SimulatedCall.Listener listener = new Listener();
  private final Eras eras;
  private int activeCount;

  public SimulatedGateway(SimulatorEnvironment around, CallRegistry book) {
    this.environment = around;
    this.registry = book;
    this.eras = new Eras(book, around.clock().instant());
  }

  public void resume() {
    for (CallRegistry.InterruptedCall interrupted : registry.interruptedCalls()) {
      SimulatedCall call =
          new SimulatedCall(
              interrupted.placedCall(), interrupted.progress(), environment, listener);
      if (!call.ended()) {
        activeCount++;
      }
      play(call);
    }
  }

  /** Accepts or refuses the call; empty when the response is to be lost. */
  public Optional<PlaceResult> place(PlaceCall call) {
    CallRegistry.Entry existing = registry.find(call.attemptId());
    if (existing != null) {
      markDiscovered(call.attemptId());
      return Optional.of(existing.result());
    }
    Instant now = environment.clock().instant();
    if (eras.isStale(call.origin(), now)) {
      return Optional.of(new PlaceResult.Refused(RefusalReason.STALE_ERA, null)); // not stored
    }
    if (now.isAfter(call.notAfter())) {
      return Optional.of(refuse(call, new PlaceResult.Refused(RefusalReason.TOO_LATE, null), now));
    }
    if (activeCount >= CHANNELS || environment.eventSink().isCongested()) {
      return Optional.of(
          refuse(call, new PlaceResult.Refused(RefusalReason.CAPACITY, RETRY_AFTER), now));
    }
    PlacedCall placing = new PlacedCall(call, registry.capacityRefusals(call), now);
    Scenario scenario = placing.scenario();
    PlaceResult.Refused refusal = scenario.refusal();
    return refusal == null
        ? accept(placing, scenario.fault() == GatewayFault.LOST_ANSWER)
        : Optional.of(refuse(call, refusal, now));
  }

  public CancelResult cancel(UUID attemptId) {
    SimulatedCall call = activeCalls.get(attemptId);
    if (call != null) {
      return call.stop() ? CancelResult.ACCEPTED : CancelResult.ALREADY_ENDED;
    }
    CallRegistry.Entry existing = registry.find(attemptId);
    return existing == null || existing.events() == null
        ? CancelResult.NOT_FOUND
        : CancelResult.ALREADY_ENDED;
  }

  public QueryResult query(UUID attemptId) {
    markDiscovered(attemptId);
    CallRegistry.Entry existing = registry.find(attemptId);
    if (existing != null && existing.isErased()) {
      return new QueryResult.Forgotten();
    }
    List<GatewayEvent> events = existing == null ? null : existing.events();
    return events == null
        ? new QueryResult.NotFound(retainedSince())
        : new QueryResult.Found(SimulatedCall.ref(attemptId), events);
  }

  /** Erases an ended attempt; false when it is still active. */
  public boolean erase(UUID attemptId) {
    SimulatedCall call = activeCalls.get(attemptId);
    if (call != null && !call.ended()) {
      return false;
    }
    if (call != null) {
      call.abandon();
      activeCalls.remove(attemptId);
    }
    registry.erase(attemptId, environment.clock().instant()).ifPresent(environment.eventSink());
    return true;
  }

  public EraRequestResult raiseEra(EraRequest request) {
    return eras.raise(request, environment.clock().instant());
  }

  public EraQueryResult queryEra(UUID deployment) {
    return eras.query(deployment);
  }

  /** Since when no call was deleted, except erased ones; null when unknown. */
  public @Nullable Instant retainedSince() {
    return registry.retainedSince(environment.clock().instant());
  }

  public GatewayHealth health() {
    return environment.eventSink().isCongested()
        ? new GatewayHealth(GatewayHealth.State.DEGRADED, 0, RETRY_AFTER)
        : new GatewayHealth(GatewayHealth.State.UP, CHANNELS - activeCount, null);
  }

  public void expire() {
    registry.expire(environment.clock().instant());
  }

  private PlaceResult refuse(PlaceCall call, PlaceResult.Refused refusal, Instant now) {
    registry.recordRefusal(call, refusal, now);
    return refusal;
  }

  private Optional<PlaceResult> accept(PlacedCall placing, boolean lost) {
    SimulatedCall call = new SimulatedCall(placing, CallProgress.NONE, environment, listener);
    PlaceResult.Accepted result =
        new PlaceResult.Accepted(SimulatedCall.ref(placing.call().attemptId()));
    registry.recordPlacement(placing, result);
    activeCount++;
    play(call);
    call.unemittedEvents().stream().limit(1).forEach(environment.eventSink()::record);
    return lost ? Optional.empty() : Optional.of(result);
  }

  private void play(SimulatedCall call) {
    activeCalls.put(call.placedCall().call().attemptId(), call);
    if (call.isUndiscovered()) {
      environment.timers().start(DISCOVERY_TIMEOUT, call::discovered);
    }
    call.play();
  }

  private void markDiscovered(UUID attemptId) {
    SimulatedCall call = activeCalls.get(attemptId);
    if (call != null) {
      call.discovered();
    }
  }

  private final class Listener implements SimulatedCall.Listener {
    @Override
    public void onProgress(SimulatedCall call) {
      CallProgress progress = call.progress();
      registry.recordProgress(call.placedCall(), progress);
      if (progress.finished()) {
        activeCalls.remove(call.placedCall().call().attemptId());
      }
    }

    @Override
    public void onEnd(SimulatedCall call, GatewayEvent.Ended end) {
      activeCount--;
      registry.recordEnd(call.placedCall(), end);
    }
  }
}
