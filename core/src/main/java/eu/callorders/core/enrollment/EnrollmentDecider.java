package eu.callorders.core.enrollment;

import static eu.callorders.core.enrollment.OrderAction.CREATE;
import static eu.callorders.core.enrollment.OrderAction.HOLD;
import static eu.callorders.core.enrollment.OrderAction.NONE;
import static eu.callorders.core.enrollment.OrderAction.RELEASE;
import static eu.callorders.core.enrollment.OrderAction.STOP_CANCELED;
import static eu.callorders.core.enrollment.OrderAction.STOP_EXITED;

import eu.callorders.core.call.Reachability;
import eu.callorders.core.enrollment.EnrollmentCommand.Advance;
import eu.callorders.core.enrollment.EnrollmentCommand.Cancel;
import eu.callorders.core.enrollment.EnrollmentCommand.Fail;
import eu.callorders.core.enrollment.EnrollmentCommand.OrderAccepted;
import eu.callorders.core.enrollment.EnrollmentCommand.OrderEnded;
import eu.callorders.core.enrollment.EnrollmentCommand.Pause;
import eu.callorders.core.enrollment.EnrollmentCommand.PostponeOrder;
import eu.callorders.core.enrollment.EnrollmentCommand.RecordFact;
import eu.callorders.core.enrollment.EnrollmentCommand.Replace;
import eu.callorders.core.enrollment.EnrollmentCommand.Resume;
import eu.callorders.core.enrollment.EnrollmentDecision.Accept;
import eu.callorders.core.enrollment.EnrollmentDecision.Ignore;
import eu.callorders.core.enrollment.EnrollmentDecision.Reject;
import eu.callorders.core.enrollment.EnrollmentState.Active;
import eu.callorders.core.enrollment.EnrollmentState.Ended;
import eu.callorders.core.enrollment.EnrollmentState.Paused;
import eu.callorders.core.enrollment.Position.Before;
import eu.callorders.core.enrollment.Position.Ordered;
import eu.callorders.core.enrollment.Position.Waiting;
import eu.callorders.core.event.EventType;
import eu.callorders.core.problem.Problem;
import eu.callorders.core.problem.ProblemCode;
import eu.callorders.core.sequence.Fact;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.core.sequence.Step.CreateOrderStep;
import eu.callorders.core.sequence.Step.WaitStep;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The state machine of an enrollment. */
public final class EnrollmentDecider {
  /** The reason of an enrollment whose window never opens. */
  public static final String NEVER_PERMITTED = "no_permitted_hours";

  private static final String REPLACED = "replaced";
  private static final Ignore ALREADY_ENDED = new Ignore("the enrollment has ended");
  private static final Ignore ON_HOLD = new Ignore("the enrollment is paused");
  private static final Ignore FACT_IGNORED = new Ignore("no step depends on the fact");
  private static final Ignore NO_ORDER = new Ignore("the enrollment has no open order");

  private final SequenceDefinition definition;
  private final Set<Fact> knownFacts;
  private final Instant now;

  private EnrollmentDecider(SequenceDefinition definition, Set<Fact> known, Instant now) {
    this.definition = definition;
    this.knownFacts = known;
    this.now = now;
  }

  /**
   * Applies a command to an enrollment.
   *
   * @param known facts since its start, including that of the command
   * @param now the tenant's time
   */
  public static EnrollmentDecision decide(
      SequenceDefinition definition,
      EnrollmentState state,
      Set<Fact> known,
      EnrollmentCommand command,
      Instant now) {
    EnrollmentDecider decider = new EnrollmentDecider(definition, known, now);
    return switch (state) {
      case Active(var position) -> decider.active(position, command);
      case Paused(var position) -> decider.paused(position, command);
      case Ended ended -> ended(ended, command);
    };
  }

  private EnrollmentDecision active(Position at, EnrollmentCommand command) {
    return switch (command) {
      case Advance act -> act(at, act);
      case OrderAccepted _ when at instanceof Before(var step, _) -> orderStarted(step);
      case PostponeOrder(var before) when at instanceof Before(var step, _) ->
          new Accept(new Active(new Before(step, before)), List.of(), NONE);
      case Fail(var reason) when at instanceof Before -> failed(at, reason);
      case OrderAccepted _, PostponeOrder _, Fail _ -> new Ignore("no order was to be created");
      case OrderEnded over ->
          at instanceof Ordered(var step)
              ? exitByResult(step, over).orElse(stepDone(step))
              : NO_ORDER;
      case RecordFact(var fact) ->
          exitByFact(at, fact)
              .or(() -> skipCurrentWait(at))
              .<EnrollmentDecision>map(end -> end)
              .orElse(FACT_IGNORED);
      case Replace _ -> exited(at, REPLACED);
      case Pause _ -> change(new Paused(at), HOLD);
      case Resume _ -> reject(ProblemCode.ENROLLMENT_NOT_PAUSED, EnrollmentStatus.ACTIVE);
      case Cancel _ -> canceled(at);
    };
  }

  private EnrollmentDecision paused(Position at, EnrollmentCommand command) {
    return switch (command) {
      case Advance _, OrderAccepted _, PostponeOrder _, Fail _ -> ON_HOLD;
      case OrderEnded over ->
          at instanceof Ordered(var step)
              ? exitByResult(step, over)
                  .orElse(withoutEvents(new Paused(new Before(step + 1, now))))
              : NO_ORDER;
      case RecordFact(var fact) ->
          exitByFact(at, fact).<EnrollmentDecision>map(end -> end).orElse(FACT_IGNORED);
      case Replace _ -> exited(at, REPLACED);
      case Pause _ -> reject(ProblemCode.ENROLLMENT_NOT_ACTIVE, EnrollmentStatus.PAUSED);
      case Resume _ -> new Accept(new Active(at), List.of(EventType.ENROLLMENT_RESUMED), RELEASE);
      case Cancel _ -> canceled(at);
    };
  }

  private static EnrollmentDecision ended(Ended state, EnrollmentCommand command) {
    return switch (command) {
      case Pause _ -> reject(ProblemCode.ENROLLMENT_NOT_ACTIVE, state.status());
      case Resume _ -> reject(ProblemCode.ENROLLMENT_NOT_PAUSED, state.status());
      case Cancel _ -> reject(ProblemCode.ENROLLMENT_ENDED, state.status());
      case Advance _,
          OrderAccepted _,
          PostponeOrder _,
          Fail _,
          OrderEnded _,
          RecordFact _,
          Replace _ ->
          ALREADY_ENDED;
    };
  }

  private EnrollmentDecision act(Position at, Advance act) {
    return switch (at) {
      case Before(var step, var due) -> now.isBefore(due) ? notDue(due) : beginStep(step, act);
      case Waiting(var step, var until) -> now.isBefore(until) ? notDue(until) : endWait(step, act);
      case Ordered _ -> new Ignore("its order is open");
    };
  }

  private EnrollmentDecision beginStep(int step, Advance act) {
    if (step == definition.steps().size()) {
      return end(EnrollmentStatus.COMPLETED, step - 1, null, NONE);
    }
    return switch (definition.steps().get(step)) {
      case CreateOrderStep _ -> new Accept(new Active(new Before(step, now)), List.of(), CREATE);
      case WaitStep wait -> skipWait(step, wait).orElseGet(() -> startWait(step, wait, act));
    };
  }

  private Accept startWait(int step, WaitStep wait, Advance act) {
    return wait.length()
        .endsAt(now, act.zone(), act.window(), act.random())
        .map(until -> started(new Waiting(step, until)))
        .orElseGet(() -> failed(new Before(step, now), NEVER_PERMITTED));
  }

  /** Outside the window the wait extends to its opening. */
  private Accept endWait(int step, Advance act) {
    Optional<Accept> skipped = skipCurrentWait(new Waiting(step, now));
    if (skipped.isPresent()) {
      return skipped.get();
    }
    if (act.window().permits(now)) {
      return stepDone(step);
    }
    return act.window()
        .nextPermitted(now)
        .map(opening -> withoutEvents(new Active(new Waiting(step, opening))))
        .orElseGet(() -> failed(new Waiting(step, now), NEVER_PERMITTED));
  }

  private Accept orderStarted(int step) {
    return started(new Ordered(step));
  }

  private Accept stepDone(int step) {
    return step + 1 == definition.steps().size()
        ? end(EnrollmentStatus.COMPLETED, step, null, NONE)
        : withoutEvents(new Active(new Before(step + 1, now)));
  }

  /** The step's own exit reasons take precedence over the reached subject. */
  private Optional<Accept> exitByResult(int step, OrderEnded over) {
    Position at = new Ordered(step);
    Optional<String> ownReason =
        definition.steps().get(step) instanceof CreateOrderStep order
            ? order.exitReason(over.summaryCode(), over.reachability())
            : Optional.empty();
    return ownReason
        .map(reason -> exited(at, reason))
        .or(
            () ->
                isSubjectReached(over)
                    ? exitByFact(at, Fact.Condition.SUBJECT_REACHED)
                    : Optional.empty());
  }

  public static boolean isSubjectReached(OrderEnded over) {
    return over.reachability().equals(Reachability.SUBJECT_REACHED.wire());
  }

  private Optional<Accept> exitByFact(Position at, Fact fact) {
    return definition.exitsOn(fact) ? Optional.of(exited(at, fact.reason())) : Optional.empty();
  }

  private Optional<Accept> skipCurrentWait(Position at) {
    return at instanceof Waiting(var step, _)
            && definition.steps().get(step) instanceof WaitStep wait
        ? skipWait(step, wait)
        : Optional.empty();
  }

  private Optional<Accept> skipWait(int step, WaitStep wait) {
    return wait.skipRemainingIf().stream()
        .filter(knownFacts::contains)
        .map(fact -> "skipped:" + fact.reason())
        .sorted()
        .findFirst()
        .map(reason -> end(EnrollmentStatus.COMPLETED, step, reason, NONE));
  }

  private Accept exited(Position at, String reason) {
    return end(EnrollmentStatus.EXITED, displayedStep(at), reason, STOP_EXITED);
  }

  private Accept failed(Position at, String reason) {
    return end(EnrollmentStatus.FAILED, displayedStep(at), reason, STOP_EXITED);
  }

  private Accept canceled(Position at) {
    return end(EnrollmentStatus.CANCELED, displayedStep(at), "canceled", STOP_CANCELED);
  }

  private int displayedStep(Position at) {
    return Math.min(at.step(), definition.steps().size() - 1);
  }

  private static Accept end(
      EnrollmentStatus status, int step, @Nullable String reason, OrderAction orders) {
    return change(new Ended(status, step, reason), orders);
  }

  private static Accept change(EnrollmentState next, OrderAction orders) {
    return new Accept(next, List.of(next.status().enteredEvent()), orders);
  }

  private static Accept started(Position at) {
    return new Accept(new Active(at), List.of(EventType.ENROLLMENT_STEP_STARTED), NONE);
  }

  private static Accept withoutEvents(EnrollmentState next) {
    return new Accept(next, List.of(), NONE);
  }

  private static Ignore notDue(Instant due) {
    return new Ignore("the enrollment is not due before " + due);
  }

  private static Reject reject(ProblemCode code, EnrollmentStatus status) {
    return new Reject(Problem.of(code, "The enrollment is " + status.wire() + "."));
  }
}
