package eu.callorders.core.enrollment;

import static eu.callorders.core.enrollment.EnrollmentTransitions.State.ACTIVE_BEFORE;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.ACTIVE_ORDERED;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.ACTIVE_WAITING;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.CANCELED;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.COMPLETED;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.EXITED;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.FAILED;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.PAUSED_BEFORE;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.PAUSED_ORDERED;
import static eu.callorders.core.enrollment.EnrollmentTransitions.State.PAUSED_WAITING;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * The state machine of an enrollment as a table. {@link EnrollmentDecider} is tested against it,
 * and the diagram in the documentation is generated from it.
 */
final class EnrollmentTransitions {

  /** Status and position. */
  enum State {
    ACTIVE_BEFORE(EnrollmentStatus.ACTIVE),
    ACTIVE_WAITING(EnrollmentStatus.ACTIVE),
    ACTIVE_ORDERED(EnrollmentStatus.ACTIVE),
    PAUSED_BEFORE(EnrollmentStatus.PAUSED),
    PAUSED_WAITING(EnrollmentStatus.PAUSED),
    PAUSED_ORDERED(EnrollmentStatus.PAUSED),
    COMPLETED(EnrollmentStatus.COMPLETED),
    EXITED(EnrollmentStatus.EXITED),
    CANCELED(EnrollmentStatus.CANCELED),
    FAILED(EnrollmentStatus.FAILED);

    final EnrollmentStatus status;

    State(EnrollmentStatus status) {
      this.status = status;
    }

    String label() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Commands, split where they lead to different states. */
  enum Trigger {
    DUE_WAIT_NEXT("due, a wait comes next"),
    DUE_CALL_NEXT("due, a call comes next"),
    DUE_NOTHING_NEXT("due, no step is left"),
    DUE_NOT_NEEDED("due, and the rest is not needed"),
    DUE_CLOSED("due outside the calling window"),
    DUE_NEVER("due, and the calling window never opens"),
    TOO_EARLY("processed before it is due"),
    ORDER_ACCEPTED("its order is accepted"),
    NO_CAPACITY("no capacity for its order yet"),
    STEP_FAILED("the step cannot be executed"),
    ORDER_ENDED("its order has ended, a step is left"),
    ORDER_ENDED_LAST("its order has ended, no step is left"),
    ORDER_ENDED_EXIT("its order has a result that ends it"),
    ORDER_REACHED_EXIT("its order has reached the person, which ends it"),
    FACT_EXIT("a fact that ends it"),
    FACT_NOT_NEEDED("a fact by which the rest is not needed"),
    OTHER_FACT("any other fact"),
    REPLACED("replaced by a new enrollment"),
    PAUSE("paused by the client"),
    RESUME("resumed by the client"),
    CANCEL("canceled by the client");

    final String label;

    Trigger(String label) {
      this.label = label;
    }
  }

  record Transition(State from, Trigger trigger, State to) {}

  /** Pairs without a row are ignored, or rejected if the client requested them. */
  static final List<Transition> TABLE =
      Stream.of(
              from(ACTIVE_BEFORE)
                  .to(ACTIVE_WAITING, Trigger.DUE_WAIT_NEXT, Trigger.DUE_CLOSED)
                  .to(ACTIVE_BEFORE, Trigger.DUE_CALL_NEXT, Trigger.NO_CAPACITY)
                  .to(ACTIVE_ORDERED, Trigger.ORDER_ACCEPTED)
                  .to(COMPLETED, Trigger.DUE_NOTHING_NEXT, Trigger.DUE_NOT_NEEDED)
                  .to(FAILED, Trigger.STEP_FAILED, Trigger.DUE_NEVER)
                  .to(PAUSED_BEFORE, Trigger.PAUSE)
                  .withExits(),
              from(ACTIVE_WAITING)
                  .to(ACTIVE_BEFORE, Trigger.DUE_WAIT_NEXT, Trigger.DUE_CALL_NEXT)
                  .to(ACTIVE_WAITING, Trigger.DUE_CLOSED)
                  .to(COMPLETED, Trigger.DUE_NOTHING_NEXT, Trigger.DUE_NOT_NEEDED)
                  .to(COMPLETED, Trigger.FACT_NOT_NEEDED)
                  .to(FAILED, Trigger.DUE_NEVER)
                  .to(PAUSED_WAITING, Trigger.PAUSE)
                  .withExits(),
              from(ACTIVE_ORDERED)
                  .to(ACTIVE_BEFORE, Trigger.ORDER_ENDED)
                  .to(COMPLETED, Trigger.ORDER_ENDED_LAST)
                  .to(EXITED, Trigger.ORDER_ENDED_EXIT, Trigger.ORDER_REACHED_EXIT)
                  .to(PAUSED_ORDERED, Trigger.PAUSE)
                  .withExits(),
              from(PAUSED_BEFORE).to(ACTIVE_BEFORE, Trigger.RESUME).withExits(),
              from(PAUSED_WAITING).to(ACTIVE_WAITING, Trigger.RESUME).withExits(),
              from(PAUSED_ORDERED)
                  .to(ACTIVE_ORDERED, Trigger.RESUME)
                  .to(PAUSED_BEFORE, Trigger.ORDER_ENDED, Trigger.ORDER_ENDED_LAST)
                  .to(EXITED, Trigger.ORDER_ENDED_EXIT, Trigger.ORDER_REACHED_EXIT)
                  .withExits())
          .flatMap(Rows::stream)
          .toList();

  private EnrollmentTransitions() {}

  private static Rows from(State from) {
    return new Rows(from, Stream.empty());
  }

  private record Rows(State from, Stream<Transition> stream) {
    Rows to(State to, Trigger... triggers) {
      return new Rows(
          from,
          Stream.concat(
              stream, Arrays.stream(triggers).map(each -> new Transition(from, each, to))));
    }

    /** Exits and cancellation, possible in every open state. */
    Rows withExits() {
      return to(EXITED, Trigger.FACT_EXIT, Trigger.REPLACED).to(CANCELED, Trigger.CANCEL);
    }
  }
}
