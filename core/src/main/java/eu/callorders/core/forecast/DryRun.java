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
 * Runs a sequence for an imagined subject who is never reached and about whom no fact becomes
 * known: only the last step ends the enrollment.
 */
public final class DryRun {
  private final SequenceDefinition definition;
  private final DryRunSubject subject;
  private final RandomGenerator random;
  private final int maxDials;
  private final List<DryRunStep> steps = new ArrayList<>();
  private final List<Instant> contacts = new ArrayList<>();
  private Instant now;

  private DryRun(
      SequenceDefinition definition,
      DryRunSubject person,
      Instant from,
      RandomGenerator chance,
      int mostDials) {
    this.definition = definition;
    this.subject = person;
    this.random = chance;
    this.maxDials = mostDials;
    this.now = from;
  }

  /**
   * Simulates one enrollment.
   *
   * @param from when the subject is enrolled
   * @param chance source of random waits and times
   * @param maxDials limit of dials per order
   */
  public static DryRunPath of(
      SequenceDefinition definition,
      DryRunSubject person,
      Instant from,
      RandomGenerator chance,
      int maxDials) {
    return new DryRun(definition, person, from, chance, maxDials).run();
  }

  private DryRunPath run() {
    EnrollmentState state = new EnrollmentState.Active(new Position.Before(0, now));
    while (!(state instanceof EnrollmentState.Ended)) {
      state = advance(state);
    }
    return new DryRunPath(steps, (EnrollmentState.Ended) state, now);
  }

  private EnrollmentState advance(EnrollmentState state) {
    if (!(state instanceof EnrollmentState.Active(var position))) {
      throw new IllegalStateException("not active in a dry run: " + state);
    }
    return switch (position) {
      case Position.Before(int step, Instant at) -> {
        now = later(now, at);
        yield stepStarted(step, act(state));
      }
      case Position.Waiting(int step, Instant until) -> {
        now = later(now, until);
        yield waitEnded(step, act(state));
      }
      case Position.Ordered(int step) -> {
        dialOrder(step);
        yield apply(state, new EnrollmentCommand.OrderEnded("", "")).next();
      }
    };
  }

  private EnrollmentState stepStarted(int step, EnrollmentDecision.Accept decision) {
    if (decision.orders() == OrderAction.CREATE) {
      return apply(decision.next(), new EnrollmentCommand.OrderAccepted()).next();
    }
    if (decision.next() instanceof EnrollmentState.Active(Position.Waiting(_, Instant until))) {
      steps.add(new DryRunStep.Waiting(step, now, later(now, until), until));
    }
    return decision.next();
  }

  private EnrollmentState waitEnded(int step, EnrollmentDecision.Accept decision) {
    boolean extended =
        decision.next() instanceof EnrollmentState.Active(Position.Waiting(_, Instant _));
    DryRunStep.Waiting wait = (DryRunStep.Waiting) steps.getLast();
    if (!extended) {
      steps.set(
          steps.size() - 1, new DryRunStep.Waiting(step, wait.startedAt(), wait.dueAt(), now));
    }
    return decision.next();
  }

  private void dialOrder(int step) {
    var terms = subject.terms(step, now);
    DialSimulation simulation = new DialSimulation(subject, terms, random, contacts);
    Instant startedAt = now;
    List<DryRunStep.Dial> dials = simulation.run(startedAt, maxDials);
    dials.forEach(dial -> contacts.add(dial.at()));
    now = dials.isEmpty() ? startedAt : dials.getLast().at();
    steps.add(new DryRunStep.Calls(step, startedAt, dials, terms.maxAttempts(), now));
  }

  private EnrollmentDecision.Accept act(EnrollmentState state) {
    return apply(state, new EnrollmentCommand.Advance(subject.zone(), subject.window(), random));
  }

  private EnrollmentDecision.Accept apply(EnrollmentState state, EnrollmentCommand command) {
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
