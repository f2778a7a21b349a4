package eu.callorders.core.forecast;

import eu.callorders.core.enrollment.EnrollmentCommand;
import eu.callorders.core.enrollment.EnrollmentDecider;
import eu.callorders.core.enrollment.EnrollmentDecision;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.OrderAction;
import eu.callorders.core.enrollment.Position;
import eu.callorders.core.sequence.SequenceDefinition;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/**
 * Walks through a sequence for an imagined person of whom nothing comes to be known, and whom
 * nobody reaches: no fact ends the enrollment, and no result.
 */
public final class DryRun {
  private final SequenceDefinition definition;
  private final DryRunSubject person;
  private final RandomGenerator chance;
  private final int mostDials;
  private final List<DryRunStep> legs = new ArrayList<>();
  private final List<Instant> contacts = new ArrayList<>();
  private Instant now;

  private DryRun(
      SequenceDefinition definition,
      DryRunSubject person,
      Instant from,
      RandomGenerator chance,
      int mostDials) {
    this.definition = definition;
    this.person = person;
    this.chance = chance;
    this.mostDials = mostDials;
    this.now = from;
  }

  /**
   * One course.
   *
   * @param from when the person is enrolled
   * @param chance draws what is left to chance
   * @param mostDials after how many dials an order is over, if it is not before
   */
  public static DryRunPath of(
      SequenceDefinition definition,
      DryRunSubject person,
      Instant from,
      RandomGenerator chance,
      int mostDials) {
    return new DryRun(definition, person, from, chance, mostDials).walk();
  }

  private DryRunPath walk() {
    EnrollmentState state = new EnrollmentState.Active(new Position.Before(0, now));
    while (!(state instanceof EnrollmentState.Ended)) {
      state = after(state);
    }
    return new DryRunPath(legs, (EnrollmentState.Ended) state, now);
  }

  private EnrollmentState after(EnrollmentState state) {
    if (!(state instanceof EnrollmentState.Active(var position))) {
      throw new IllegalStateException("nobody pauses here: " + state);
    }
    return switch (position) {
      case Position.Before(int step, Instant at) -> {
        now = later(now, at);
        yield begun(step, act(state));
      }
      case Position.Waiting(int step, Instant until) -> {
        now = later(now, until);
        yield woken(step, act(state));
      }
      case Position.Ordered(int step) -> {
        call(step);
        yield accepted(state, new EnrollmentCommand.OrderEnded("", "")).next();
      }
    };
  }

  private EnrollmentState begun(int step, EnrollmentDecision.Accept decision) {
    if (decision.orders() == OrderAction.CREATE) {
      return accepted(decision.next(), new EnrollmentCommand.OrderAccepted()).next();
    }
    if (decision.next() instanceof EnrollmentState.Active(Position.Waiting(_, Instant until))) {
      legs.add(new DryRunStep.Waiting(step, now, later(now, until), until));
    }
    return decision.next();
  }

  private EnrollmentState woken(int step, EnrollmentDecision.Accept decision) {
    boolean moved =
        decision.next() instanceof EnrollmentState.Active(Position.Waiting(_, Instant _));
    DryRunStep.Waiting rest = (DryRunStep.Waiting) legs.getLast();
    if (!moved) {
      legs.set(legs.size() - 1, new DryRunStep.Waiting(step, rest.begun(), rest.due(), now));
    }
    return decision.next();
  }

  private void call(int step) {
    var terms = person.terms(step, now);
    DialSimulation run = new DialSimulation(person, terms, chance, contacts);
    Instant begun = now;
    List<DryRunStep.Dial> dials = run.from(begun, mostDials);
    dials.forEach(dial -> contacts.add(dial.at()));
    now = dials.isEmpty() ? begun : dials.getLast().at();
    legs.add(new DryRunStep.Calls(step, begun, dials, terms.maxAttempts(), now));
  }

  private EnrollmentDecision.Accept act(EnrollmentState state) {
    return accepted(state, new EnrollmentCommand.Act(person.zone(), person.window(), chance));
  }

  private EnrollmentDecision.Accept accepted(EnrollmentState state, EnrollmentCommand command) {
    EnrollmentDecision decision =
        EnrollmentDecider.decide(definition, state, Set.of(), command, now);
    if (decision instanceof EnrollmentDecision.Accept accept) {
      return accept;
    }
    throw new IllegalStateException(command + " at " + state + ": " + decision);
  }

  private static Instant later(Instant one, Instant other) {
    return one.isAfter(other) ? one : other;
  }
}
