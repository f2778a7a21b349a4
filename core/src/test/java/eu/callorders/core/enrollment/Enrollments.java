package eu.callorders.core.enrollment;

import eu.callorders.core.enrollment.EnrollmentCommand.Advance;
import eu.callorders.core.enrollment.EnrollmentCommand.OrderEnded;
import eu.callorders.core.sequence.CalendarDuration;
import eu.callorders.core.sequence.EnrollmentPolicy;
import eu.callorders.core.sequence.ExitRule;
import eu.callorders.core.sequence.Fact;
import eu.callorders.core.sequence.SequenceDefinition;
import eu.callorders.core.sequence.Step;
import eu.callorders.core.sequence.Wait;
import eu.callorders.core.window.CallingWindow;
import eu.callorders.core.window.StatutoryHours;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;

/** Sequences, facts and commands for tests. */
final class Enrollments {
  static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");

  /** A Wednesday at ten: the window is open. */
  static final Instant NOW = Instant.parse("2026-07-01T08:00:00Z");

  /** The evening before: the window is closed until eight. */
  static final Instant EVENING = Instant.parse("2026-06-30T20:00:00Z");

  static final Instant OPENING = Instant.parse("2026-07-01T06:00:00Z");

  static final CallingWindow OPEN = StatutoryHours.window(BERLIN);
  static final CallingWindow NEVER = OPEN.withBounds(null, EVENING);

  static final Fact CREDITED = new Fact.Signal("invoice.credited");
  static final Fact POSTPONED = new Fact.Signal("invoice.postponed");
  static final Fact REACHED = Fact.Condition.SUBJECT_REACHED;

  static final ExitRule HANDLED =
      new ExitRule(Set.of("payment_promised"), Set.of("wrong_number"), "handled: by agent");

  static final Step WAIT =
      new Step.WaitStep(
          "pause",
          new Wait(between(Duration.ofHours(2)), null),
          Set.of(POSTPONED, Fact.Condition.SUBJECT_REACHED));

  /** Ends at the opening on a date. */
  static final Step WAIT_FOR_DATE =
      new Step.WaitStep(
          "date", new Wait(null, new Wait.Until(LocalDate.of(2026, 7, 2), null)), Set.of());

  static final Step CALL = new Step.CreateOrderStep("call", HANDLED);

  private Enrollments() {}

  static Wait.Between between(Duration length) {
    CalendarDuration duration = new CalendarDuration(0, length);
    return new Wait.Between(duration, duration);
  }

  /** A sequence of these steps with the exit invoice.credited. */
  static SequenceDefinition sequence(Step... steps) {
    return sequence(Set.of(CREDITED), steps);
  }

  static SequenceDefinition sequence(Set<Fact> exits, Step... steps) {
    return new SequenceDefinition(
        "invoice.overdue", EnrollmentPolicy.ONE_ACTIVE_PER_SUBJECT, exits, List.of(steps));
  }

  static Advance act(CallingWindow window) {
    return new Advance(BERLIN, window, new SplittableRandom(7));
  }

  static OrderEnded noContact() {
    return new OrderEnded("no_contact", "not_reached");
  }
}
