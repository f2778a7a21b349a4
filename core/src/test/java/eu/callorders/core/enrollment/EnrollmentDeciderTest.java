package eu.callorders.core.enrollment;

import static eu.callorders.core.enrollment.Enrollments.CALL;
import static eu.callorders.core.enrollment.Enrollments.EVENING;
import static eu.callorders.core.enrollment.Enrollments.NOW;
import static eu.callorders.core.enrollment.Enrollments.OPEN;
import static eu.callorders.core.enrollment.Enrollments.OPENING;
import static eu.callorders.core.enrollment.Enrollments.POSTPONED;
import static eu.callorders.core.enrollment.Enrollments.REACHED;
import static eu.callorders.core.enrollment.Enrollments.WAIT;
import static eu.callorders.core.enrollment.Enrollments.sequence;
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

/** Instants, steps and reasons, which the transition table does not cover. */
class EnrollmentDeciderTest {
  private static final SequenceDefinition SEQUENCE = sequence(WAIT, CALL, WAIT);
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
    return next(SEQUENCE, state, Set.of(), command, NOW);
  }

  @Test
  void waitCountsFromTheStartOfTheStepNotItsDueTime() {
    assertThat(next(new Active(new Before(0, EVENING)), Enrollments.act(OPEN)))
        .isEqualTo(new Active(new Waiting(0, NOW.plus(Duration.ofHours(2)))));
  }

  @Test
  void extendsAWaitThatEndsOutsideTheWindow() {
    Active waiting = new Active(new Waiting(0, EVENING));

    EnrollmentState extended =
        next(SEQUENCE, waiting, Set.of(), Enrollments.act(OPEN), EVENING.plusSeconds(3));

    assertThat(extended).isEqualTo(new Active(new Waiting(0, OPENING)));
    assertThat(next(SEQUENCE, extended, Set.of(), Enrollments.act(OPEN), OPENING))
        .isEqualTo(new Active(new Before(1, OPENING)));
  }

  @Test
  void continuesAtOnceAfterAnOrderHasEnded() {
    assertThat(next(AT_CALL, Enrollments.noContact())).isEqualTo(new Active(new Before(2, NOW)));
  }

  @Test
  void postponesAnOrderWithoutCapacity() {
    Instant later = NOW.plusSeconds(300);

    assertThat(next(new Active(new Before(1, NOW)), new EnrollmentCommand.PostponeOrder(later)))
        .isEqualTo(new Active(new Before(1, later)));
  }

  @Test
  void exitRuleOfTheStepPrecedesTheExitOfTheSequence() {
    SequenceDefinition both = sequence(Set.of(REACHED), CALL);
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

  /** Reaching the person ends only a sequence with that exit; a wait sees the fact. */
  @Test
  void continuesAfterReachingThePersonWithoutSuchAnExit() {
    EnrollmentState after =
        next(SEQUENCE, AT_CALL, Set.of(REACHED), new OrderEnded("refused", "subject_reached"), NOW);

    assertThat(after).isEqualTo(new Active(new Before(2, NOW)));
    assertThat(next(SEQUENCE, after, Set.of(REACHED), Enrollments.act(OPEN), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.COMPLETED, 2, "skipped:subject_reached"));
  }

  @Test
  void evaluatesTheFactsOfAWaitAtItsStartAndEndAndWhenRecorded() {
    Ended skipped = new Ended(EnrollmentStatus.COMPLETED, 0, "skipped:invoice.postponed");
    Set<Fact> known = Set.of(POSTPONED);
    Active waiting = new Active(new Waiting(0, NOW));

    assertThat(next(SEQUENCE, new Active(new Before(0, NOW)), known, Enrollments.act(OPEN), NOW))
        .isEqualTo(skipped);
    assertThat(
            next(
                SEQUENCE,
                new Active(new Waiting(0, NOW.plusSeconds(60))),
                known,
                new RecordFact(POSTPONED),
                NOW))
        .isEqualTo(skipped);
    assertThat(next(SEQUENCE, waiting, known, Enrollments.act(OPEN), NOW)).isEqualTo(skipped);
    // Outside the window too, since no call follows.
    assertThat(
            next(
                SEQUENCE,
                waiting,
                known,
                Enrollments.act(OPEN.withBounds(NOW.plusSeconds(1), null)),
                NOW))
        .isEqualTo(skipped);
  }

  /** The fact is stored and applies at the end of the wait. */
  @Test
  void doesNotCompleteWhilePaused() {
    EnrollmentDecision decision =
        EnrollmentDecider.decide(
            SEQUENCE,
            new Paused(new Waiting(0, NOW)),
            Set.of(POSTPONED),
            new RecordFact(POSTPONED),
            NOW);

    assertThat(decision).isInstanceOf(EnrollmentDecision.Ignore.class);
  }

  @ParameterizedTest
  @ValueSource(strings = {"payment.received", "claim.withdrawn", "claim.disputed"})
  void exitsByPlatformSignalsListedOrNot(String type) {
    assertThat(
            next(
                sequence(Set.of(), WAIT),
                new Paused(new Waiting(0, NOW)),
                Set.of(),
                new RecordFact(new Fact.Signal(type)),
                NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, type));
  }

  @Test
  void exitsByDoNotCallListedOrNot() {
    assertThat(
            next(
                sequence(Set.of(), CALL),
                new Active(new Ordered(0)),
                Set.of(),
                new RecordFact(Fact.Condition.DO_NOT_CALL),
                NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, "do_not_call"));
  }

  /** For a fact that is both an exit and skips the rest. */
  @Test
  void exitPrecedesSkip() {
    assertThat(
            next(
                sequence(Set.of(POSTPONED), WAIT),
                new Active(new Waiting(0, NOW)),
                Set.of(POSTPONED),
                new RecordFact(POSTPONED),
                NOW))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 0, "invoice.postponed"));
  }

  @Test
  void namesTheReasonsOfOtherEnds() {
    Active before = new Active(new Before(1, NOW));
    assertThat(next(before, new EnrollmentCommand.Replace()))
        .isEqualTo(new Ended(EnrollmentStatus.EXITED, 1, "replaced"));
    assertThat(next(before, new EnrollmentCommand.Cancel()))
        .isEqualTo(new Ended(EnrollmentStatus.CANCELED, 1, "canceled"));
    assertThat(next(before, new EnrollmentCommand.Fail("subject_data_missing")))
        .isEqualTo(new Ended(EnrollmentStatus.FAILED, 1, "subject_data_missing"));
    assertThat(
            next(
                sequence(CALL), new Active(new Ordered(0)), Set.of(), Enrollments.noContact(), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.COMPLETED, 0, null));
  }

  /** The order ended while paused: no step is left. */
  @Test
  void completesWhenResumedAfterTheLastStep() {
    SequenceDefinition oneStep = sequence(CALL);
    EnrollmentState paused =
        next(oneStep, new Paused(new Ordered(0)), Set.of(), Enrollments.noContact(), NOW);
    EnrollmentState resumed = next(oneStep, paused, Set.of(), new EnrollmentCommand.Resume(), NOW);

    assertThat(next(oneStep, resumed, Set.of(), Enrollments.act(OPEN), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.COMPLETED, 0, null));
    assertThat(next(oneStep, paused, Set.of(), new EnrollmentCommand.Cancel(), NOW))
        .isEqualTo(new Ended(EnrollmentStatus.CANCELED, 0, "canceled"));
  }

  @Test
  void keepsItsPositionWhilePaused() {
    Active waiting = new Active(new Waiting(0, NOW.plusSeconds(60)));
    EnrollmentState paused = next(waiting, new EnrollmentCommand.Pause());

    assertThat(
            next(SEQUENCE, paused, Set.of(), new EnrollmentCommand.Resume(), NOW.plusSeconds(90)))
        .isEqualTo(waiting);
  }
}
