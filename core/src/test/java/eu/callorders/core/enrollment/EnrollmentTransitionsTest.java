package eu.callorders.core.enrollment;

import static eu.callorders.core.enrollment.Enrollments.CALL;
import static eu.callorders.core.enrollment.Enrollments.CREDITED;
import static eu.callorders.core.enrollment.Enrollments.EVENING;
import static eu.callorders.core.enrollment.Enrollments.NEVER;
import static eu.callorders.core.enrollment.Enrollments.NOW;
import static eu.callorders.core.enrollment.Enrollments.OPEN;
import static eu.callorders.core.enrollment.Enrollments.POSTPONED;
import static eu.callorders.core.enrollment.Enrollments.REACHED;
import static eu.callorders.core.enrollment.Enrollments.WAIT;
import static eu.callorders.core.enrollment.Enrollments.WAIT_FOR_DATE;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.docs.StateDiagram;
import eu.callorders.core.enrollment.EnrollmentTransitions.State;
import eu.callorders.core.enrollment.EnrollmentTransitions.Transition;
import eu.callorders.core.enrollment.EnrollmentTransitions.Trigger;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.sequence.Fact;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.core.sequence.Step;
import java.io.IOException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests the decider against the table, for every state and trigger. */
class EnrollmentTransitionsTest {

  static Stream<Arguments> grid() {
    return Arrays.stream(State.values())
        .flatMap(
            state -> Arrays.stream(Trigger.values()).map(trigger -> Arguments.of(state, trigger)));
  }

  @ParameterizedTest
  @MethodSource("grid")
  void decidesByTheTable(State state, Trigger trigger) {
    EnrollmentDecision decision =
        EnrollmentDecider.decide(
            definition(state, trigger),
            inputState(state, trigger),
            known(trigger),
            command(trigger),
            now(trigger));

    Optional<State> expected =
        EnrollmentTransitions.TABLE.stream()
            .filter(cell -> cell.from() == state && cell.trigger() == trigger)
            .map(Transition::to)
            .findFirst();
    if (expected.isPresent()) {
      assertAccepted(decision, state, trigger, expected.get());
    } else {
      assertRejectedOrIgnored(decision, state, trigger);
    }
  }

  private static void assertAccepted(
      EnrollmentDecision decision, State from, Trigger trigger, State expected) {
    assertThat(decision).isInstanceOf(EnrollmentDecision.Accept.class);
    EnrollmentDecision.Accept accept = (EnrollmentDecision.Accept) decision;
    assertThat(stateOf(accept.next())).isEqualTo(expected);
    assertThat(accept.events()).isEqualTo(events(from, trigger, expected));
    assertThat(accept.orders()).isEqualTo(orders(from, trigger, expected));
  }

  /** A change of status emits its event; within active, a started step does. */
  private static List<EventType> events(State from, Trigger trigger, State to) {
    if (trigger == Trigger.RESUME) {
      return List.of(EventType.ENROLLMENT_RESUMED);
    }
    if (from.status != to.status) {
      return List.of(to.status.enteredEvent());
    }
    boolean started =
        from == State.ACTIVE_BEFORE && (to == State.ACTIVE_WAITING || to == State.ACTIVE_ORDERED);
    return started ? List.of(EventType.ENROLLMENT_STEP_STARTED) : List.of();
  }

  private static OrderAction orders(State from, Trigger trigger, State to) {
    return switch (to.status) {
      case EXITED, FAILED -> OrderAction.STOP_EXITED;
      case CANCELED -> OrderAction.STOP_CANCELED;
      case PAUSED -> trigger == Trigger.PAUSE ? OrderAction.HOLD : OrderAction.NONE;
      case COMPLETED -> OrderAction.NONE;
      case ACTIVE -> {
        if (trigger == Trigger.RESUME) {
          yield OrderAction.RELEASE;
        }
        boolean calls = from == State.ACTIVE_BEFORE && trigger == Trigger.DUE_CALL_NEXT;
        yield calls ? OrderAction.CREATE : OrderAction.NONE;
      }
    };
  }

  private static void assertRejectedOrIgnored(
      EnrollmentDecision decision, State state, Trigger trigger) {
    Optional<ProblemCode> code =
        switch (trigger) {
          case PAUSE -> Optional.of(ProblemCode.ENROLLMENT_NOT_ACTIVE);
          case RESUME -> Optional.of(ProblemCode.ENROLLMENT_NOT_PAUSED);
          case CANCEL -> Optional.of(ProblemCode.ENROLLMENT_ENDED);
          default -> Optional.empty();
        };
    if (code.isEmpty()) {
      assertThat(decision).isInstanceOf(EnrollmentDecision.Ignore.class);
      return;
    }
    assertThat(decision).isInstanceOf(EnrollmentDecision.Reject.class);
    assertThat(((EnrollmentDecision.Reject) decision).problem().code()).isEqualTo(code.get());
    assertThat(((EnrollmentDecision.Reject) decision).problem().detail())
        .contains(state.status.wire());
  }

  @Test
  void tableHasNoDuplicateRows() {
    assertThat(
            EnrollmentTransitions.TABLE.stream()
                .map(cell -> cell.from() + " " + cell.trigger())
                .toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void terminalStatesHaveNoTransitions() {
    assertThat(EnrollmentTransitions.TABLE).noneMatch(cell -> cell.from().status.terminal());
  }

  /** The transitions of the contract. */
  @Test
  void statusesChangeByTheContract() {
    assertThat(
            EnrollmentTransitions.TABLE.stream()
                .filter(cell -> cell.from().status != cell.to().status)
                .map(cell -> cell.from().status.wire() + " " + cell.to().status.wire())
                .collect(Collectors.toSet()))
        .containsExactlyInAnyOrder(
            "active paused",
            "paused active",
            "active completed",
            "active exited",
            "paused exited",
            "active canceled",
            "paused canceled",
            "active failed");
  }

  @Test
  void pageShowsTheTable() throws IOException {
    new StateDiagram(
            "States of an enrollment",
            "The states of an enrollment and their transitions: the status and, while active or"
                + " paused, whether it is before a step, in a wait, or has an open order. Commands"
                + " without a transition are ignored, or rejected with 409 if the client requested"
                + " them.",
            EnrollmentTransitions.TABLE.stream()
                .map(
                    cell ->
                        new StateDiagram.Edge(
                            cell.from().label(), cell.trigger().label, cell.to().label()))
                .toList(),
            Arrays.stream(State.values())
                .filter(state -> state.status.terminal())
                .map(State::label)
                .collect(Collectors.toCollection(LinkedHashSet::new)))
        .assertPageMatches("enrollment-states.md");
  }

  private static State stateOf(EnrollmentState state) {
    return switch (state) {
      case EnrollmentState.Ended ended -> State.valueOf(ended.status().name());
      case EnrollmentState.Active(var position) -> stateOf(EnrollmentStatus.ACTIVE, position);
      case EnrollmentState.Paused(var position) -> stateOf(EnrollmentStatus.PAUSED, position);
    };
  }

  private static State stateOf(EnrollmentStatus status, Position position) {
    String suffix =
        switch (position) {
          case Position.Before _ -> "BEFORE";
          case Position.Waiting _ -> "WAITING";
          case Position.Ordered _ -> "ORDERED";
        };
    return State.valueOf(status + "_" + suffix);
  }

  /** A step for the state, then one for the trigger. */
  private static SequenceDefinition definition(State state, Trigger trigger) {
    List<Step> steps = new ArrayList<>();
    if (!before(state)) {
      steps.add(ordered(state) ? CALL : WAIT);
    }
    switch (trigger) {
      case DUE_NOTHING_NEXT, ORDER_ENDED_LAST -> {
        if (steps.isEmpty()) {
          steps.add(CALL); // already done
        }
      }
      case DUE_CALL_NEXT, ORDER_ACCEPTED, NO_CAPACITY, STEP_FAILED -> steps.add(CALL);
      case DUE_NEVER -> steps.add(WAIT_FOR_DATE);
      default -> steps.add(WAIT);
    }
    Set<Fact> exits =
        trigger == Trigger.ORDER_REACHED_EXIT ? Set.of(REACHED, CREDITED) : Set.of(CREDITED);
    return Enrollments.sequence(exits, steps.toArray(Step[]::new));
  }

  private static EnrollmentState inputState(State state, Trigger trigger) {
    Instant due = trigger == Trigger.TOO_EARLY ? now(trigger).plusMillis(1) : now(trigger);
    int step =
        before(state)
                && (trigger == Trigger.DUE_NOTHING_NEXT || trigger == Trigger.ORDER_ENDED_LAST)
            ? 1
            : 0;
    return switch (state) {
      case ACTIVE_BEFORE -> new EnrollmentState.Active(new Position.Before(step, due));
      case ACTIVE_WAITING -> new EnrollmentState.Active(new Position.Waiting(step, due));
      case ACTIVE_ORDERED -> new EnrollmentState.Active(new Position.Ordered(step));
      case PAUSED_BEFORE -> new EnrollmentState.Paused(new Position.Before(step, due));
      case PAUSED_WAITING -> new EnrollmentState.Paused(new Position.Waiting(step, due));
      case PAUSED_ORDERED -> new EnrollmentState.Paused(new Position.Ordered(step));
      case COMPLETED, EXITED, CANCELED, FAILED -> new EnrollmentState.Ended(state.status, 0, null);
    };
  }

  private static boolean before(State place) {
    return place == State.ACTIVE_BEFORE || place == State.PAUSED_BEFORE;
  }

  private static boolean ordered(State place) {
    return place == State.ACTIVE_ORDERED || place == State.PAUSED_ORDERED;
  }

  private static Set<Fact> known(Trigger trigger) {
    return switch (trigger) {
      case DUE_NOT_NEEDED, FACT_NOT_NEEDED -> Set.of(POSTPONED);
      case ORDER_REACHED_EXIT -> Set.of(REACHED);
      default -> Set.of();
    };
  }

  private static Instant now(Trigger trigger) {
    return trigger == Trigger.DUE_CLOSED || trigger == Trigger.DUE_NEVER ? EVENING : NOW;
  }

  private static EnrollmentCommand command(Trigger trigger) {
    return switch (trigger) {
      case DUE_WAIT_NEXT, DUE_CALL_NEXT, DUE_NOTHING_NEXT, DUE_NOT_NEEDED, DUE_CLOSED, TOO_EARLY ->
          Enrollments.act(OPEN);
      case DUE_NEVER -> Enrollments.act(NEVER);
      case ORDER_ACCEPTED -> new EnrollmentCommand.OrderAccepted();
      case NO_CAPACITY -> new EnrollmentCommand.PostponeOrder(NOW.plusSeconds(300));
      case STEP_FAILED -> new EnrollmentCommand.Fail("subject_data_missing");
      case ORDER_ENDED, ORDER_ENDED_LAST -> Enrollments.noContact();
      case ORDER_ENDED_EXIT -> new EnrollmentCommand.OrderEnded("payment_promised", "x");
      case ORDER_REACHED_EXIT -> new EnrollmentCommand.OrderEnded("refused", "subject_reached");
      case FACT_EXIT -> new EnrollmentCommand.RecordFact(CREDITED);
      case FACT_NOT_NEEDED -> new EnrollmentCommand.RecordFact(POSTPONED);
      case OTHER_FACT -> new EnrollmentCommand.RecordFact(new Fact.Signal("weather.changed"));
      case REPLACED -> new EnrollmentCommand.Replace();
      case PAUSE -> new EnrollmentCommand.Pause();
      case RESUME -> new EnrollmentCommand.Resume();
      case CANCEL -> new EnrollmentCommand.Cancel();
    };
  }
}
