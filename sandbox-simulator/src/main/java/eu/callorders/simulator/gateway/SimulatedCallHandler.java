package eu.callorders.simulator.gateway;

import eu.callorders.core.telephony.GatewayHealth;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.core.telephony.PlaceResult;
import eu.callorders.core.telephony.PlaceResult.RefusalReason;
import eu.callorders.gatewaykit.call.CallHandler;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.gatewaykit.call.GatewayNotes;
import eu.callorders.simulator.scenario.GatewayFault;
import eu.callorders.simulator.scenario.Scenario;
import io.vertx.core.Future;
import java.time.Duration;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** Runs the scenario that each call selects. */
public final class SimulatedCallHandler implements CallHandler {
  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);
  private static final Duration DISCOVERY_TIMEOUT = Duration.ofSeconds(10);
  private static final int CHANNELS = 10_000;

  private final InstantSource clock;
  private final SimulatorEnvironment.Timers timers;
  private final BooleanSupplier congested;
  private final CapacityRefusals capacityRefusals;
  private final Map<UUID, SimulatedCall> calls = new HashMap<>();
  private final SimulatedCall.Listener listener = new Listener();
  private int activeCount;

  /**
   * @param clock real time
   * @param congested whether so many events await delivery that calls are refused
   */
  public SimulatedCallHandler(
      InstantSource clock,
      SimulatorEnvironment.Timers timers,
      BooleanSupplier congested,
      GatewayNotes notes) {
    this.clock = clock;
    this.timers = timers;
    this.congested = congested;
    this.capacityRefusals = new CapacityRefusals(notes);
  }

  @Override
  public PlaceResult.@Nullable Refused refusal(PlaceCall call) {
    PlaceResult.Refused refusal =
        activeCount >= CHANNELS || congested.getAsBoolean()
            ? new PlaceResult.Refused(RefusalReason.CAPACITY, RETRY_AFTER)
            : Scenario.of(call, capacityRefusals.of(call), clock.instant()).refusal();
    if (refusal != null && refusal.code() == RefusalReason.CAPACITY) {
      capacityRefusals.count(call);
    }
    return refusal;
  }

  @Override
  public Future<PlaceResult> place(CallJournal journal) {
    SimulationState state = SimulationState.initial(capacityRefusals.of(journal.call()));
    SimulatedCall call = new SimulatedCall(journal, state, clock, timers, listener);
    activeCount++;
    play(call);
    return call.fault() == GatewayFault.LOST_ANSWER
        ? Future.succeededFuture(new PlaceResult.Unknown("the number loses its answer"))
        : journal.accepted();
  }

  @Override
  public void resume(CallJournal journal) {
    SimulationState state = SimulationState.decode(journal.restoredState());
    SimulatedCall call = new SimulatedCall(journal, state, clock, timers, listener);
    if (!journal.hasEnded()) {
      activeCount++;
    }
    play(call);
  }

  @Override
  public void cancel(UUID attemptId) {
    SimulatedCall call = calls.get(attemptId);
    if (call != null) {
      call.stop();
    }
  }

  @Override
  public void queried(UUID attemptId) {
    SimulatedCall call = calls.get(attemptId);
    if (call != null) {
      call.discovered();
    }
  }

  @Override
  public void erased(UUID attemptId) {
    SimulatedCall call = calls.remove(attemptId);
    if (call != null) {
      call.abandon();
    }
  }

  @Override
  public GatewayHealth health() {
    return congested.getAsBoolean()
        ? new GatewayHealth(GatewayHealth.State.DEGRADED, 0, RETRY_AFTER)
        : new GatewayHealth(GatewayHealth.State.UP, CHANNELS - activeCount, null);
  }

  @Override
  public boolean detectsMachines() {
    return true;
  }

  @Override
  public boolean reportsDisclosure() {
    return true;
  }

  @Override
  public String gatewayRef(UUID attemptId) {
    return "sim-" + attemptId;
  }

  private void play(SimulatedCall call) {
    calls.put(call.attemptId(), call);
    if (call.isUndiscovered()) {
      timers.start(DISCOVERY_TIMEOUT, call::discovered);
    }
    call.play();
  }

  private final class Listener implements SimulatedCall.Listener {
    @Override
    public void onEnd() {
      activeCount--;
    }

    @Override
    public void onFinish(SimulatedCall call) {
      calls.remove(call.attemptId());
    }
  }
}
