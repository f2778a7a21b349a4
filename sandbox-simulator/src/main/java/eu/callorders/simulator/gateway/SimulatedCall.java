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

  private final PlacedCall placing;
  private final Scenario scenario;
  private final SimulatorEnvironment around;
  private final CallListener listener;
  private final EventDelivery telling;
  private final Deque<Step> ahead;
  private final List<GatewayEvent> events = new ArrayList<>();
  private long timer = NO_TIMER;
  private int told;
  private int toldBefore;
  private boolean found;
  private boolean changing;
  private CallProgress.@Nullable Stop stop;
  private @Nullable Instant answeredAt;
  private @Nullable Instant endedAt;

  /**
   * @param progress from an earlier process; its events are not emitted again
   */
  SimulatedCall(
      PlacedCall placing,
      CallProgress progress,
      SimulatorEnvironment around,
      CallListener listener) {
    this.placing = placing;
    this.scenario = placing.scenario();
    this.around = around;
    this.listener = listener;
    this.telling = EventDelivery.of(scenario.quirk(), this::handOut);
    this.told = progress.told();
    this.toldBefore = progress.told();
    this.found = progress.found();
    this.stop = progress.stop();
    for (GatewayEvent event : progress.events()) {
      note(event);
      telling.tell(event);
    }
    if (found) {
      telling.release();
    }
    this.ahead = new ArrayDeque<>(rest());
  }

  static String ref(UUID attemptId) {
    return "sim-" + attemptId;
  }

  void play() {
    change(this::goOn);
  }

  private void goOn() {
    while (!ahead.isEmpty()) {
      Duration wait = untilDue(ahead.element());
      if (wait.isPositive()) {
        timer = around.timers().start(wait, this::wakeUp);
        return;
      }
      happen(ahead.remove().happening());
    }
    telling.finish();
  }

  private void wakeUp() {
    timer = NO_TIMER;
    change(
        () -> {
          happen(ahead.remove().happening());
          goOn();
        });
  }

  /** Ends the call at once; false when it is already over. */
  boolean stop() {
    if (endedAt != null) {
      return false;
    }
    dropTimer();
    stop = new CallProgress.Stop(now(), events.size());
    ahead.clear();
    ahead.addAll(rest());
    play();
    return true;
  }

  /** The service has learned of the call. */
  void found() {
    if (hidden()) {
      change(
          () -> {
            found = true;
            telling.release();
          });
    }
  }

  /** Nothing more happens, not even a pending report. */
  void abandon() {
    dropTimer();
    ahead.clear();
    found = true;
  }

  PlacedCall placing() {
    return placing;
  }

  CallProgress progress() {
    return new CallProgress(events, told, found, stop, done());
  }

  List<GatewayEvent> events() {
    return List.copyOf(events);
  }

  /** The events, if none of them has been emitted. */
  List<GatewayEvent> untold() {
    return told == 0 ? events() : List.of();
  }

  boolean ended() {
    return endedAt != null;
  }

  /** Whether the response was lost and the service has not learned of the call yet. */
  boolean hidden() {
    return scenario.quirk() == GatewayFault.LOST_ANSWER && !found;
  }

  private boolean done() {
    return ahead.isEmpty() && !hidden();
  }

  /** Reports all events within the action as one change. */
  private void change(Runnable action) {
    if (changing) {
      action.run();
      return;
    }
    changing = true;
    action.run();
    changing = false;
    listener.changed(this);
  }

  private void dropTimer() {
    if (timer != NO_TIMER) {
      around.timers().cancel(timer);
      timer = NO_TIMER;
    }
  }

  private List<Step> rest() {
    if (stop == null) {
      return scenario.steps().subList(events.size(), scenario.steps().size());
    }
    List<Step> planned = scenario.steps().subList(stop.after(), scenario.steps().size());
    List<Step> left =
        answeredAt == null
            ? Scenario.stoppedBeforeAnswer()
            : machineAnswers(planned)
                ? withoutDelay(planned)
                : Scenario.stoppedWhileTalking(placing.call(), stop.at());
    return left.subList(events.size() - stop.after(), left.size());
  }

  private static boolean machineAnswers(List<Step> planned) {
    return planned.stream()
        .anyMatch(
            step ->
                step.happening() instanceof ScenarioEvent.Ended ended
                    && ended.disposition() == Disposition.VOICEMAIL);
  }

  private static List<Step> withoutDelay(List<Step> planned) {
    return planned.stream().map(step -> new Step(Duration.ZERO, step.happening())).toList();
  }

  /** Counts from the step before; a clock that was set back does not extend the wait. */
  private Duration untilDue(Step step) {
    Duration left = Duration.between(now(), lastInstant().plus(step.after()));
    return left.compareTo(step.after()) < 0 ? left : step.after();
  }

  private Instant lastInstant() {
    if (stop != null && events.size() == stop.after()) {
      return stop.at();
    }
    return events.isEmpty() ? placing.at() : events.getLast().header().at();
  }

  private void happen(ScenarioEvent happening) {
    GatewayEvent event = event(happening, header());
    note(event);
    telling.tell(event);
    if (event instanceof GatewayEvent.Ended end) {
      listener.ended(this, end);
    }
  }

  private void note(GatewayEvent event) {
    events.add(event);
    if (event instanceof GatewayEvent.Answered) {
      answeredAt = event.header().at();
    } else if (event instanceof GatewayEvent.Ended) {
      endedAt = event.header().at();
    }
  }

  private void handOut(GatewayEvent event) {
    if (toldBefore > 0) {
      toldBefore--;
    } else {
      told++;
      around.out().accept(event);
    }
  }

  private GatewayEvent event(ScenarioEvent happening, GatewayEvent.Header header) {
    return switch (happening) {
      case ScenarioEvent.Accepted() ->
          new GatewayEvent.Accepted(header, GatewayEvent.Facts.of(placing.call()));
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
    UUID attemptId = placing.call().attemptId();
    return new GatewayEvent.Header(
        attemptId + "-" + sequence, attemptId, ref(attemptId), sequence, now());
  }

  private Instant now() {
    return around.clock().instant();
  }
}
