package eu.callorders.simulator.gateway;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.simulator.scenario.GatewayFault;
import eu.callorders.simulator.scenario.Scenario;
import eu.callorders.simulator.scenario.ScenarioEvent;
import eu.callorders.simulator.scenario.Step;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One accepted call: executes its scenario step by step and records its events. */
final class SimulatedCall {
  private static final long NO_TIMER = -1;

  private final PlacedCall placedCall;
  private final Scenario scenario;
  private final SimulatorEnvironment environment;
  private final Listener listener;
  private final EventDelivery delivery;
  private final Deque<Step> remainingSteps;
  private final List<GatewayEvent> events = new ArrayList<>();
  private long timer = NO_TIMER;
  private int emitted;
  private int emittedBefore;
  private boolean discovered;
  private boolean changing;
  private CallProgress.@Nullable Stop stop;
  private @Nullable Instant answeredAt;
  private @Nullable Instant endedAt;

  interface Listener {

    void onProgress(SimulatedCall call);

    void onEnd(SimulatedCall call, GatewayEvent.Ended end);
  }

  /**
   * @param progress from an earlier process; its events are not emitted again
   */
  SimulatedCall(
      PlacedCall placing, CallProgress progress, SimulatorEnvironment around, Listener listener) {
    this.placedCall = placing;
    this.scenario = placing.scenario();
    this.environment = around;
    this.listener = listener;
    this.delivery = EventDelivery.of(scenario.fault(), this::emit);
    this.emitted = progress.emitted();
    this.emittedBefore = progress.emitted();
    this.discovered = progress.discovered();
    this.stop = progress.stop();
    for (GatewayEvent event : progress.events()) {
      record(event);
      delivery.deliver(event);
    }
    if (discovered) {
      delivery.release();
    }
    this.remainingSteps = new ArrayDeque<>(computeRemainingSteps());
  }

  static String ref(UUID attemptId) {
    return "sim-" + attemptId;
  }

  void play() {
    asOneChange(this::runDueSteps);
  }

  private void runDueSteps() {
    while (!remainingSteps.isEmpty()) {
      Duration wait = untilDue(remainingSteps.element());
      if (wait.isPositive()) {
        timer = environment.timers().start(wait, this::wakeUp);
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

  /** Ends the call at once; false when it is already over. */
  boolean stop() {
    if (endedAt != null) {
      return false;
    }
    cancelTimer();
    stop = new CallProgress.Stop(now(), events.size());
    remainingSteps.clear();
    remainingSteps.addAll(computeRemainingSteps());
    play();
    return true;
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

  PlacedCall placedCall() {
    return placedCall;
  }

  CallProgress progress() {
    return new CallProgress(events, emitted, discovered, stop, isFinished());
  }

  List<GatewayEvent> events() {
    return List.copyOf(events);
  }

  /** The events, if none of them has been emitted. */
  List<GatewayEvent> unemittedEvents() {
    return emitted == 0 ? events() : List.of();
  }

  boolean ended() {
    return endedAt != null;
  }

  /** Whether the response was lost and the service has not learned of the call yet. */
  boolean isUndiscovered() {
    return scenario.fault() == GatewayFault.LOST_ANSWER && !discovered;
  }

  private boolean isFinished() {
    return remainingSteps.isEmpty() && !isUndiscovered();
  }

  /** Reports all events within the action as one change. */
  private void asOneChange(Runnable action) {
    if (changing) {
      action.run();
      return;
    }
    changing = true;
    action.run();
    changing = false;
    listener.onProgress(this);
  }

  private void cancelTimer() {
    if (timer != NO_TIMER) {
      environment.timers().cancel(timer);
      timer = NO_TIMER;
    }
  }

  private List<Step> computeRemainingSteps() {
    if (stop == null) {
      return scenario.steps().subList(events.size(), scenario.steps().size());
    }
    List<Step> planned = scenario.steps().subList(stop.eventsBefore(), scenario.steps().size());
    List<Step> left =
        answeredAt == null
            ? Scenario.stoppedBeforeAnswer()
            : machineAnswers(planned)
                ? withoutDelay(planned)
                : Scenario.stoppedAfterAnswer(placedCall.call(), stop.at());
    return left.subList(events.size() - stop.eventsBefore(), left.size());
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
    Duration left = Duration.between(now(), lastInstant().plus(step.after()));
    return left.compareTo(step.after()) < 0 ? left : step.after();
  }

  private Instant lastInstant() {
    if (stop != null && events.size() == stop.eventsBefore()) {
      return stop.at();
    }
    return events.isEmpty() ? placedCall.placedAt() : events.getLast().header().at();
  }

  private void execute(ScenarioEvent happening) {
    GatewayEvent event = event(happening, header());
    record(event);
    delivery.deliver(event);
    if (event instanceof GatewayEvent.Ended end) {
      listener.onEnd(this, end);
    }
  }

  private void record(GatewayEvent event) {
    events.add(event);
    if (event instanceof GatewayEvent.Answered) {
      answeredAt = event.header().at();
    } else if (event instanceof GatewayEvent.Ended) {
      endedAt = event.header().at();
    }
  }

  private void emit(GatewayEvent event) {
    if (emittedBefore > 0) {
      emittedBefore--;
    } else {
      emitted++;
      environment.eventSink().accept(event);
    }
  }

  private GatewayEvent event(ScenarioEvent happening, GatewayEvent.Header header) {
    return switch (happening) {
      case ScenarioEvent.Accepted() ->
          new GatewayEvent.Accepted(header, GatewayEvent.Facts.of(placedCall.call()));
      case ScenarioEvent.Ringing() -> new GatewayEvent.Ringing(header);
      case ScenarioEvent.PickedUp() -> new GatewayEvent.Answered(header);
      case ScenarioEvent.Ended ended ->
          new GatewayEvent.Ended(
              header, ended.disposition(), ended.cause(), ended.endedBy(), answeredAt, header.at());
      case ScenarioEvent.Turns turns ->
          new GatewayEvent.Turns(header, turns.locale(), true, turns.turns());
      case ScenarioEvent.Objection objection ->
          new GatewayEvent.Objection(header, objection.scope());
      case ScenarioEvent.Report report -> new GatewayEvent.Report(header, report.document());
    };
  }

  private GatewayEvent.Header header() {
    long sequence = events.size() + 1L;
    UUID attemptId = placedCall.call().attemptId();
    return new GatewayEvent.Header(
        attemptId + "-" + sequence, attemptId, ref(attemptId), sequence, now());
  }

  private Instant now() {
    return environment.clock().instant();
  }
}
