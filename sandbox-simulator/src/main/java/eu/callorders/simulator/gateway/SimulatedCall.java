package eu.callorders.simulator.gateway;

import eu.callorders.core.call.Disposition;
import eu.callorders.core.telephony.GatewayEvent;
import eu.callorders.core.telephony.PlaceCall;
import eu.callorders.simulator.scenario.Happening;
import eu.callorders.simulator.scenario.Scenario;
import eu.callorders.simulator.scenario.Step;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** One call that was taken: plays its scenario step by step and keeps what has happened. */
final class SimulatedCall {
  private static final long NO_TIMER = -1;

  private final PlaceCall call;
  private final Telling telling;
  private final Timers timers;
  private final InstantSource clock;
  private final Runnable onEnded;
  private final Deque<Step> ahead;
  private final List<GatewayEvent> events = new ArrayList<>();
  private long timer = NO_TIMER;
  private @Nullable Instant answeredAt;
  private @Nullable Instant endedAt;

  SimulatedCall(
      PlaceCall call,
      Scenario scenario,
      Telling telling,
      Timers timers,
      InstantSource clock,
      Runnable onEnded) {
    this.call = call;
    this.telling = telling;
    this.timers = timers;
    this.clock = clock;
    this.onEnded = onEnded;
    this.ahead = new ArrayDeque<>(scenario.steps());
  }

  static String ref(UUID attemptId) {
    return "sim-" + attemptId;
  }

  /** Lets happen what is due now, and sets a timer for what is not. */
  void play() {
    while (!ahead.isEmpty()) {
      Duration wait = ahead.element().after();
      if (wait.isPositive()) {
        timer = timers.start(wait, this::wakeUp);
        return;
      }
      happen(ahead.remove().happening());
    }
    telling.finish();
  }

  private void wakeUp() {
    timer = NO_TIMER;
    happen(ahead.remove().happening());
    play();
  }

  /** Ends the call at once; false when it is over already. */
  boolean stop() {
    if (endedAt != null) {
      return false;
    }
    dropTimer();
    List<Step> rest =
        answeredAt == null
            ? Scenario.stoppedBeforeAnswer()
            : machineAnswered() ? withoutDelay() : Scenario.stoppedWhileTalking(call, now());
    ahead.clear();
    ahead.addAll(rest);
    play();
    return true;
  }

  /** Somebody has found the call. */
  void found() {
    telling.release();
  }

  /** Nothing more happens, not even a report that is still due. */
  void abandon() {
    dropTimer();
    ahead.clear();
  }

  List<GatewayEvent> events() {
    return List.copyOf(events);
  }

  boolean ended() {
    return endedAt != null;
  }

  private void dropTimer() {
    if (timer != NO_TIMER) {
      timers.cancel(timer);
      timer = NO_TIMER;
    }
  }

  private boolean machineAnswered() {
    return ahead.stream()
        .anyMatch(
            step ->
                step.happening() instanceof Happening.Ended ended
                    && ended.disposition() == Disposition.VOICEMAIL);
  }

  private List<Step> withoutDelay() {
    return ahead.stream().map(step -> new Step(Duration.ZERO, step.happening())).toList();
  }

  private void happen(Happening happening) {
    GatewayEvent event = event(happening, header());
    events.add(event);
    telling.tell(event);
    if (event instanceof GatewayEvent.Ended) {
      onEnded.run();
    }
  }

  private GatewayEvent event(Happening happening, GatewayEvent.Header header) {
    return switch (happening) {
      case Happening.Accepted() -> new GatewayEvent.Accepted(header);
      case Happening.Ringing() -> new GatewayEvent.Ringing(header);
      case Happening.Answered() -> {
        answeredAt = header.at();
        yield new GatewayEvent.Answered(header);
      }
      case Happening.Ended ended -> {
        endedAt = header.at();
        yield new GatewayEvent.Ended(
            header, ended.disposition(), ended.cause(), ended.endedBy(), answeredAt, header.at());
      }
      case Happening.Turns turns ->
          new GatewayEvent.Turns(header, turns.locale(), true, turns.turns());
      case Happening.Objection objection -> new GatewayEvent.Objection(header, objection.scope());
      case Happening.Report report -> new GatewayEvent.Report(header, report.document());
    };
  }

  private GatewayEvent.Header header() {
    long sequence = events.size() + 1L;
    return new GatewayEvent.Header(
        call.attemptId() + "-" + sequence,
        call.attemptId(),
        ref(call.attemptId()),
        sequence,
        now());
  }

  private Instant now() {
    return clock.instant();
  }
}
