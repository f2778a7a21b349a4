package eu.callorders.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.EnrollmentStatus;
import eu.callorders.core.order.OrderTerms;
import eu.callorders.core.order.Scheduling;
import eu.callorders.core.sequence.CalendarDuration;
import eu.callorders.core.sequence.EnrollmentPolicy;
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
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Monday to Saturday, 08:00 to 20:00 in Berlin; summer time, two hours ahead of UTC. */
class DryRunTest {
  private static final Instant WEDNESDAY_TEN = Instant.parse("2026-07-01T08:00:00Z");
  private static final Step CALL = new Step.CreateOrderStep("call", null);

  private record TestSubject(CallingWindow window, int contactsPerDay, Duration gap)
      implements DryRunSubject {
    @Override
    public ZoneId zone() {
      return ZoneId.of("Europe/Berlin");
    }

    @Override
    public OrderTerms terms(int step, Instant acceptedAt) {
      PhoneNumber phone = new PhoneNumber("+493023125000");
      return new OrderTerms(
          List.of(phone), 3, gap, true, Map.of(phone, window), acceptedAt.plus(Scheduling.MAX_AGE));
    }

    @Override
    public WeeklyLimits weeklyLimits(LocalDate today) {
      return new WeeklyLimits(List.of());
    }
  }

  private static final DryRunSubject SUBJECT =
      new TestSubject(StatutoryHours.window(ZoneId.of("Europe/Berlin")), 1, Duration.ofHours(4));

  private static Step wait(String min, String max) {
    Wait.Between between =
        new Wait.Between(
            CalendarDuration.parse(min).orElseThrow(), CalendarDuration.parse(max).orElseThrow());
    return new Step.WaitStep("wait", new Wait(between, null), Set.of(Fact.Condition.DO_NOT_CALL));
  }

  private static SequenceDefinition sequence(Step... steps) {
    return new SequenceDefinition("a.b", EnrollmentPolicy.REPLACE_ACTIVE, Set.of(), List.of(steps));
  }

  private static List<Instant> dials(DryRunPath path) {
    return path.steps().stream()
        .flatMap(
            step ->
                step instanceof DryRunStep.Calls calls ? calls.dials().stream() : Stream.empty())
        .map(DryRunStep.Dial::at)
        .toList();
  }

  private static List<Instant> instants(String... texts) {
    return List.of(texts).stream().map(Instant::parse).toList();
  }

  @Test
  void extendsAWaitToTheOpeningAndReportsItsDueTime() {
    DryRunPath path =
        DryRun.of(sequence(wait("PT12H", "PT13H")), SUBJECT, WEDNESDAY_TEN, BoundaryRandom.MIN, 9);

    DryRunStep.Waiting wait = (DryRunStep.Waiting) path.steps().getFirst();
    assertThat(wait.startedAt()).isEqualTo(WEDNESDAY_TEN);
    assertThat(wait.dueAt()).isEqualTo("2026-07-01T20:00:00Z");
    assertThat(wait.endedAt()).isEqualTo("2026-07-02T06:00:00Z");
    assertThat(path.endedAt()).isEqualTo(wait.endedAt());
    assertThat(path.end())
        .isEqualTo(new EnrollmentState.Ended(EnrollmentStatus.COMPLETED, 0, null));
  }

  @Test
  void dialsOncePerDayAndNotOnSunday() {
    DryRunPath path =
        DryRun.of(
            sequence(wait("P1D", "P2D"), CALL),
            SUBJECT,
            WEDNESDAY_TEN,
            BoundaryRandom.MIN,
            Integer.MAX_VALUE);

    assertThat(dials(path))
        .isEqualTo(
            instants("2026-07-02T08:00:00Z", "2026-07-03T06:00:00Z", "2026-07-04T06:00:00Z"));
    DryRunPath fromFriday =
        DryRun.of(
            sequence(CALL),
            SUBJECT,
            Instant.parse("2026-07-03T08:00:00Z"),
            BoundaryRandom.MIN,
            Integer.MAX_VALUE);
    assertThat(dials(fromFriday))
        .isEqualTo(
            instants("2026-07-03T08:00:00Z", "2026-07-04T06:00:00Z", "2026-07-06T06:00:00Z"));
  }

  @Test
  void keepsTheGapOnADayThatAllowsMoreDials() {
    DryRunSubject often = new TestSubject(SUBJECT.window(), 10, Duration.ofHours(4));

    assertThat(dials(DryRun.of(sequence(CALL), often, WEDNESDAY_TEN, BoundaryRandom.MIN, 9)))
        .isEqualTo(
            instants("2026-07-01T08:00:00Z", "2026-07-01T12:00:00Z", "2026-07-01T16:00:00Z"));
  }

  /** The gap counts from the last dial to the person, for any order. */
  @Test
  void countsTheDialsOfEarlierSteps() {
    DryRunSubject often = new TestSubject(SUBJECT.window(), 10, Duration.ofHours(4));

    assertThat(dials(DryRun.of(sequence(CALL, CALL), often, WEDNESDAY_TEN, BoundaryRandom.MIN, 1)))
        .isEqualTo(instants("2026-07-01T08:00:00Z", "2026-07-01T12:00:00Z"));
    assertThat(
            dials(DryRun.of(sequence(CALL, CALL), SUBJECT, WEDNESDAY_TEN, BoundaryRandom.MIN, 1)))
        .isEqualTo(instants("2026-07-01T08:00:00Z", "2026-07-02T06:00:00Z"));
  }

  @Test
  void everyRandomPathIsBetweenEarliestAndLatest() {
    SequenceDefinition sequence =
        sequence(wait("P1D", "P3D"), CALL, wait("PT1H", "P2DT5H"), CALL, wait("P5D", "P6D"));
    DryRunPath earliest = DryRun.of(sequence, SUBJECT, WEDNESDAY_TEN, BoundaryRandom.MIN, 1);
    DryRunPath latest =
        DryRun.of(sequence, SUBJECT, WEDNESDAY_TEN, BoundaryRandom.MAX, Integer.MAX_VALUE);

    for (int seed = 0; seed < 300; seed++) {
      DryRunPath path =
          DryRun.of(
              sequence, SUBJECT, WEDNESDAY_TEN, new SplittableRandom(seed), Integer.MAX_VALUE);
      for (int step = 0; step < path.steps().size(); step++) {
        assertThat(path.steps().get(step).startedAt())
            .isBetween(
                earliest.steps().get(step).startedAt(), latest.steps().get(step).startedAt());
        assertThat(path.steps().get(step).endedAt())
            .isBetween(earliest.steps().get(step).endedAt(), latest.steps().get(step).endedAt());
      }
      assertThat(dials(path)).allMatch(SUBJECT.window()::permits).isSorted();
    }
  }

  @Test
  void failsWhenTheWindowNeverOpens() {
    DryRunSubject closed =
        new TestSubject(
            SUBJECT.window().withBounds(null, WEDNESDAY_TEN.plusSeconds(60)),
            1,
            Duration.ofHours(4));

    DryRunPath path =
        DryRun.of(sequence(wait("P1D", "P1D"), CALL), closed, WEDNESDAY_TEN, BoundaryRandom.MIN, 9);

    assertThat(path.end().status()).isEqualTo(EnrollmentStatus.FAILED);
    assertThat(path.steps()).hasSize(1);
  }
}
