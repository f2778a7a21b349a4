package eu.callorders.core.enrollment;

import static eu.callorders.core.enrollment.Enrollments.CALL;
import static eu.callorders.core.enrollment.Enrollments.EVENING;
import static eu.callorders.core.enrollment.Enrollments.NOW;
import static eu.callorders.core.enrollment.Enrollments.OPEN;
import static eu.callorders.core.enrollment.Enrollments.OPENING;
import static eu.callorders.core.enrollment.Enrollments.POSTPONED;
import static eu.callorders.core.enrollment.Enrollments.REACHED;
import static eu.callorders.core.enrollment.Enrollments.WAIT;
import static eu.callorders.core.enrollment.Enrollments.ladder;
import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.enrollment.EnrollmentCommand.OrderEnded;
import eu.callorders.core.enrollment.EnrollmentCommand.RecordFact;
import eu.callorders.core.enrollment.EnrollmentState.Active;
import eu.callorders.core.enrollment.EnrollmentState.Ended;
import eu.callorders.core.enrollment.EnrollmentState.Paused;
import eu.callorders.core.enrollment.Position.Before;
import eu.callorders.core.enrollment.Position.Ordered;
import eu.callorders.core.enrollment.Position.Waiting;
import eu.callorders.core.sequence.Fact;
import eu.callorders.core.sequence.SequenceDefinition;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What the table of transitions does not show: instants, steps and reasons. */
class EnrollmentDeciderTest {
  private static final SequenceDefinition LADDER = ladder(WAIT, CALL, WAIT);
  private static final Active AT_CALL = new Active(new Ordered(1));

  private static EnrollmentState next(
      SequenceDefinition definition,
      EnrollmentState state,
      Set<Fact> known,
      EnrollmentCommand command,
      Instant now) {
    EnrollmentDecision decision = EnrollmentDecider.decide(definition, state, known, command, now);
    assertThat(decision).isInstanceOf(EnrollmentDecision.Accept.class);
    return ((EnrollmentDecision.Accept) decision).next();
  }

  private static EnrollmentState next(EnrollmentState state, EnrollmentCommand command) {
    return next(LADDER, state, Set.of(), command, NOW);
  }

  @Test
  void waitsFromTheMomentAtWhichTheStepIsBegunNotFromTheOneAtWhichItWasDue() {
    assertThat(next(new Active(new Before(0, EVENING)), Enrollments.act(OPEN)))
        .isEqualTo(new Active(new Waiting(0, NOW.plus(Duration.ofHours(2)))));
  }

  @Test
  void movesAWakeUpOutsideTheWindowToItsOpening() {
    Active waiting = new Active(new Waiting(0, EVENING));

    EnrollmentState moved =
        next(LADDER, waiting, Set.of(), Enrollments.act(OPEN), EVENING.plusSeconds(3));

    assertThat(moved).isEqualTo(new Active(new Waiting(0, OPENING)));
    assertThat(next(LADDER, moved, Set.of(), Enrollments.act(OPEN), OPENING))
        .isEqualTo(new Active(new Before(1, OPENING)));
  }

  @Test
  void goesOnAtOnceAfterAnOrderHasEnded() {
    assertThat(next(AT_CALL, Enrollments.noContact())).isEqualTo(new Active(new Before(2, NOW)));
  }

  @Test
  void triesAgainWhenThereIsRoom() {
    Instant later = NOW.plusSeconds(300);

    assertThat(next(new Active(new Before(1, NOW)), new EnrollmentCommand.PostponeOrder(later)))
        .isEqualTo(new Active(new Before(1, later)));
  }

  @Test
  void exitsByTheWordsOfTheStepBeforeTheConditionThatIsMetToo() {
    SequenceDefinition both = ladder(Set.of(REACHED), CALL);
    Active called = new Active(new Ordered(0));

    assertThat(
            next(
                both,
                called,
                Set.of(REACHED),
                new OrderEnded("payment_promised", "subject_reached"),
                NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, "handled: by agent"));
    assertThat(
            next(both, called, Set.of(REACHED), new OrderEnded("refused", "subject_reached"), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, "subject_reached"));
    assertThat(next(AT_CALL, new OrderEnded("no_outcome", "wrong_number")))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 1, "handled: by agent"));
  }

  /** A person who was reached ends only what asks for it; a wait remembers it. */
  @Test
  void goesOnAfterReachingThePersonUnlessToldOtherwise() {
    EnrollmentState after =
        next(LADDER, AT_CALL, Set.of(REACHED), new OrderEnded("refused", "subject_reached"), NOW);

    assertThat(after).isEqualTo(new Active(new Before(2, NOW)));
    assertThat(next(LADDER, after, Set.of(REACHED), Enrollments.act(OPEN), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.COMPLETED, 2, "skipped:subject_reached"));
  }

  @Test
  void judgesWhatAWaitAsksForOnEntryOnArrivalAndOnWakeUp() {
    Ended skipped = new Ended(EnrollmentStatus.COMPLETED, 0, "skipped:invoice.postponed");
    Set<Fact> known = Set.of(POSTPONED);
    Active waiting = new Active(new Waiting(0, NOW));

    assertThat(next(LADDER, new Active(new Before(0, NOW)), known, Enrollments.act(OPEN), NOW))
        .isEqualTo(skipped);
    assertThat(
            next(
                LADDER,
                new Active(new Waiting(0, NOW.plusSeconds(60))),
                known,
                new RecordFact(POSTPONED),
                NOW))
        .isEqualTo(skipped);
    assertThat(next(LADDER, waiting, known, Enrollments.act(OPEN), NOW)).isEqualTo(skipped);
    // Outside the window too: nobody has to be called to find out that nobody has to be.
    assertThat(
            next(
                LADDER,
                waiting,
                known,
                Enrollments.act(OPEN.between(NOW.plusSeconds(1), null)),
                NOW))
        .isEqualTo(skipped);
  }

  /** While it is paused the ladder stands still; the fact is remembered and holds on wake-up. */
  @Test
  void doesNotCompleteWhilePaused() {
    EnrollmentDecision decision =
        EnrollmentDecider.decide(
            LADDER,
            new Paused(new Waiting(0, NOW)),
            Set.of(POSTPONED),
            new RecordFact(POSTPONED),
            NOW);

    assertThat(decision).isInstanceOf(EnrollmentDecision.Ignore.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"payment.received", "claim.withdrawn", "claim.disputed"})
  void endsByPlatformSignalsListedOrNot(String type) {
    assertThat(
            next(
                ladder(Set.of(), WAIT),
                new Paused(new Waiting(0, NOW)),
                Set.of(),
                new RecordFact(new Fact.Signal(type)),
                NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, type));
  }

  @Test
  void endsByDoNotCallListedOrNot() {
    assertThat(
            next(
                ladder(Set.of(), CALL),
                new Active(new Ordered(0)),
                Set.of(),
                new RecordFact(new Fact.DoNotCall()),
                NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, "do_not_call"));
  }

  /** A fact that ends it and makes the rest unnecessary ends it. */
  @Test
  void exitsRatherThanSkips() {
    assertThat(
            next(
                ladder(Set.of(POSTPONED), WAIT),
                new Active(new Waiting(0, NOW)),
                Set.of(POSTPONED),
                new RecordFact(POSTPONED),
                NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, "invoice.postponed"));
  }

  @Test
  void namesItsOtherEnds() {
    Active before = new Active(new Before(1, NOW));
    assertThat(next(before, new EnrollmentCommand.Replace()))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 1, "replaced"));
    assertThat(next(before, new EnrollmentCommand.Cancel()))
        .isEqualTo(new Ended(EnrollmentStatus.CANCELED, 1, "canceled"));
    assertThat(next(before, new EnrollmentCommand.Fail("subject_data_missing")))
        .isEqualTo(new Ended(EnrollmentStatus.FAILED, 1, "subject_data_missing"));
    assertThat(
            next(ladder(CALL), new Active(new Ordered(0)), Set.of(), Enrollments.noContact(), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.COMPLETED, 0, null));
  }

  /** The order ended while it was paused: there is no step behind the last one to stand at. */
  @Test
  void completesAfterResumingBehindTheLastStep() {
    SequenceDefinition one = ladder(CALL);
    EnrollmentState paused =
        next(one, new Paused(new Ordered(0)), Set.of(), Enrollments.noContact(), NOW);
    EnrollmentState resumed = next(one, paused, Set.of(), new EnrollmentCommand.Resume(), NOW);

    assertThat(next(one, resumed, Set.of(), Enrollments.act(OPEN), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.COMPLETED, 0, null));
    assertThat(next(one, paused, Set.of(), new EnrollmentCommand.Cancel(), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.CANCELED, 0, "canceled"));
  }

  @Test
  void keepsItsPlaceWhilePaused() {
    Active waiting = new Active(new Waiting(0, NOW.plusSeconds(60)));
    EnrollmentState paused = next(waiting, new EnrollmentCommand.Pause());

    assertThat(next(LADDER, paused, Set.of(), new EnrollmentCommand.Resume(), NOW.plusSeconds(90)))
        .isEqualTo(waiting);
  }
}
