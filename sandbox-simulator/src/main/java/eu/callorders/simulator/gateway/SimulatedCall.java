package eu.callorders.simulator.gateway;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.gatewaykit.call.CallJournal;
import eu.callorders.simulator.scenario.GatewayFault;
import eu.callorders.simulator.scenario.Scenario;
import eu.callorders.simulator.scenario.ScenarioEvent;
import eu.callorders.simulator.scenario.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One accepted call: executes its scenario step by step and records its events. */
final class SimulatedCall {
  private static final long NO_TIMER = -1;

  private final CallJournal journal;
  private final int refusedBefore;
  private final Scenario scenario;
  private final InstantSource clock;
  private final SimulatorEnvironment.Timers timers;
  private final Listener listener;
  private final EventDelivery delivery;
  private final Deque<Step> remainingSteps;
  private long timer = NO_TIMER;
  private int emitted;
  private int emittedBefore;
  private boolean discovered;
  private boolean changing;
  private SimulationState.@Nullable Stop stop;

  interface Listener {

    void onEnd();

    void onFinish(SimulatedCall call);
  }

  /**
   * @param state of an earlier process; its events are not emitted again
   */
  SimulatedCall(
      CallJournal journal,
      SimulationState state,
      InstantSource clock,
      SimulatorEnvironment.Timers timers,
      Listener listener) {
    this.journal = journal;
    this.refusedBefore = state.refusedBefore();
    this.scenario = Scenario.of(journal.call(), refusedBefore, journal.placedAt());
    this.clock = clock;
    this.timers = timers;
    this.listener = listener;
    this.delivery = EventDelivery.of(scenario.fault(), this::emit);
    this.emitted = state.told();
    this.emittedBefore = state.told();
    this.discovered = state.found();
    this.stop = state.stop();
    journal.events().forEach(delivery::deliver);
    if (discovered) {
      delivery.release();
    }
    this.remainingSteps = new ArrayDeque<>(computeRemainingSteps());
  }

  void play() {
    asOneChange(this::runDueSteps);
  }

  private void runDueSteps() {
    while (!remainingSteps.isEmpty()) {
      Duration wait = untilDue(remainingSteps.element());
      if (wait.isPositive()) {
        timer = timers.start(wait, this::wakeUp);
        return;
      }
      execute(remainingSteps.remove().event());
    }
    delivery.finish();
  }

  private void wakeUp() {
    timer = NO_TIMER;
    asOneChange(
        () -> {
          execute(remainingSteps.remove().event());
          runDueSteps();
        });
  }

  /** Ends the active call at once. */
  void stop() {
    cancelTimer();
    stop = new SimulationState.Stop(clock.instant(), journal.events().size());
    remainingSteps.clear();
    remainingSteps.addAll(computeRemainingSteps());
    play();
  }

  /** The service has learned of the call. */
  void discovered() {
    if (isUndiscovered()) {
      asOneChange(
          () -> {
            discovered = true;
            delivery.release();
          });
    }
  }

  /** Nothing more happens, not even a pending report. */
  void abandon() {
    cancelTimer();
    remainingSteps.clear();
    discovered = true;
  }

  UUID attemptId() {
    return journal.call().attemptId();
  }

  GatewayFault fault() {
    return scenario.fault();
  }

  /** Whether the response was lost and the service has not learned of the call yet. */
  boolean isUndiscovered() {
    return scenario.fault() == GatewayFault.LOST_ANSWER && !discovered;
  }

  private boolean isFinished() {
    return remainingSteps.isEmpty() && !isUndiscovered();
  }

  /** Saves the state once for all events within the action. */
  private void asOneChange(Runnable action) {
    if (changing) {
      action.run();
      return;
    }
    changing = true;
    action.run();
    changing = false;
    saveState();
  }

  private void saveState() {
    if (isFinished()) {
      journal.finish();
      listener.onFinish(this);
    } else {
      journal.save(SimulationState.of(emitted, discovered, stop, refusedBefore));
    }
  }

  private void cancelTimer() {
    if (timer != NO_TIMER) {
      timers.cancel(timer);
      timer = NO_TIMER;
    }
  }

  private List<Step> computeRemainingSteps() {
    int past = journal.events().size();
    if (stop == null) {
      return scenario.steps().subList(past, scenario.steps().size());
    }
    List<Step> planned = scenario.steps().subList(stop.eventsBefore(), scenario.steps().size());
    List<Step> left =
        journal.answeredAt() == null
            ? Scenario.stoppedBeforeAnswer()
            : machineAnswers(planned)
                ? withoutDelay(planned)
                : Scenario.stoppedAfterAnswer(journal.call(), stop.at());
    return left.subList(past - stop.eventsBefore(), left.size());
  }

  private static boolean machineAnswers(List<Step> planned) {
    return planned.stream()
        .anyMatch(
            step ->
                step.event() instanceof ScenarioEvent.Ended ended
                    && ended.disposition() == Disposition.VOICEMAIL);
  }

  private static List<Step> withoutDelay(List<Step> planned) {
    return planned.stream().map(step -> new Step(Duration.ZERO, step.event())).toList();
  }

  /** Counts from the step before; a clock that was set back does not extend the wait. */
  private Duration untilDue(Step step) {
    Duration left = Duration.between(clock.instant(), lastInstant().plus(step.after()));
    return left.compareTo(step.after()) < 0 ? left : step.after();
  }

  private Instant lastInstant() {
    List<GatewayEvent> events = journal.events();
    if (stop != null && events.size() == stop.eventsBefore()) {
      return stop.at();
    }
    return events.isEmpty() ? journal.placedAt() : events.getLast().header().at();
  }

  private void execute(ScenarioEvent happening) {
    GatewayEvent event = event(happening, journal.nextHeader());
    journal.record(event);
    delivery.deliver(event);
    if (event instanceof GatewayEvent.Ended) {
      listener.onEnd();
    }
  }

  private void emit(GatewayEvent event) {
    if (emittedBefore > 0) {
      emittedBefore--;
    } else {
      emitted++;
      journal.deliver(event);
    }
  }

  private GatewayEvent event(ScenarioEvent happening, GatewayEvent.Header header) {
    return switch (happening) {
      case ScenarioEvent.Accepted() ->
          new GatewayEvent.Accepted(header, GatewayEvent.Facts.of(journal.call()));
      case ScenarioEvent.Ringing() -> new GatewayEvent.Ringing(header);
      case ScenarioEvent.PickedUp() -> new GatewayEvent.Answered(header);
      case ScenarioEvent.Disclosed() -> journal.disclosure(header);
      case ScenarioEvent.Ended ended ->
          new GatewayEvent.Ended(
              header,
              ended.disposition(),
              ended.cause(),
              ended.endedBy(),
              journal.answeredAt(),
              header.at());
      case ScenarioEvent.Turns turns ->
          new GatewayEvent.Turns(header, turns.locale(), true, turns.turns());
      case ScenarioEvent.Objection objection ->
          new GatewayEvent.Objection(header, objection.scope());
      case ScenarioEvent.Report report -> new GatewayEvent.Report(header, report.document());
    };
  }
}
