package eu.callorders.core.forecast;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.capacity.WeeklyLimits;
import eu.callorders.core.enrollment.EnrollmentState;
import eu.callorders.core.enrollment.EnrollmentStatus;
import eu.callorders.core.order.OrderTerms;
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
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Monday to Saturday, 08:00 to 20:00 in Berlin; summer time, so two hours ahead of UTC. */
class DryRunTest {
  private static final Instant WEDNESDAY_TEN = Instant.parse("2026-07-01T08:00:00Z");
  private static final Step CALL = new Step.CreateOrderStep("call", null);

  private record Somebody(CallingWindow window, int contactsPerDay, Duration gap)
      implements DryRunSubject {
    @Override
    public ZoneId zone() {
      return ZoneId.of("Europe/Berlin");
    }

    @Override
    public OrderTerms terms(int step, Instant acceptedAt) {
      return new OrderTerms(
          List.of("+493023125000"),
          3,
          gap,
          true,
          window,
          OrderTerms.expiry(acceptedAt, null, null));
    }

    @Override
    public WeeklyLimits weeklyLimits(LocalDate today) {
      return new WeeklyLimits(List.of());
    }
  }

  private static final DryRunSubject PERSON =
      new Somebody(StatutoryHours.window(ZoneId.of("Europe/Berlin")), 1, Duration.ofHours(4));

  private static Step wait(String min, String max) {
    Wait.Between between =
        new Wait.Between(
            CalendarDuration.parse(min).orElseThrow(), CalendarDuration.parse(max).orElseThrow());
    return new Step.WaitStep("wait", new Wait(between, null), Set.of(new Fact.DoNotCall()));
  }

  private static SequenceDefinition ladder(Step... steps) {
    return new SequenceDefinition("a.b", EnrollmentPolicy.REPLACE_ACTIVE, Set.of(), List.of(steps));
  }

  private static List<Instant> dials(DryRunPath course) {
    return course.legs().stream()
        .flatMap(
            leg -> leg instanceof DryRunStep.Calls calls ? calls.dials().stream() : Stream.empty())
        .map(DryRunStep.Dial::at)
        .toList();
  }

  private static List<Instant> instants(String... texts) {
    return List.of(texts).stream().map(Instant::parse).toList();
  }

  @Test
  void movesAWakeUpToTheOpeningAndSaysWhatItWasDue() {
    DryRunPath course =
        DryRun.of(ladder(wait("PT12H", "PT13H")), PERSON, WEDNESDAY_TEN, BoundaryRandom.LEAST, 9);

    DryRunStep.Waiting rest = (DryRunStep.Waiting) course.legs().getFirst();
    assertThat(rest.begun()).isEqualTo(WEDNESDAY_TEN);
    assertThat(rest.due()).isEqualTo("2026-07-01T20:00:00Z");
    assertThat(rest.ended()).isEqualTo("2026-07-02T06:00:00Z");
    assertThat(course.endedAt()).isEqualTo(rest.ended());
    assertThat(course.end())
        .isEqualTo(new EnrollmentState.Ended(EnrollmentStatus.COMPLETED, 0, null));
  }

  @Test
  void dialsOnceADayAndNotOnSunday() {
    DryRunPath course =
        DryRun.of(
            ladder(wait("P1D", "P2D"), CALL),
            PERSON,
            WEDNESDAY_TEN,
            BoundaryRandom.LEAST,
            Integer.MAX_VALUE);

    assertThat(dials(course))
        .isEqualTo(
            instants("2026-07-02T08:00:00Z", "2026-07-03T06:00:00Z", "2026-07-04T06:00:00Z"));
    DryRunPath fromFriday =
        DryRun.of(
            ladder(CALL),
            PERSON,
            Instant.parse("2026-07-03T08:00:00Z"),
            BoundaryRandom.LEAST,
            Integer.MAX_VALUE);
    assertThat(dials(fromFriday))
        .isEqualTo(
            instants("2026-07-03T08:00:00Z", "2026-07-04T06:00:00Z", "2026-07-06T06:00:00Z"));
  }

  @Test
  void keepsTheGapWithinADayThatAllowsMore() {
    DryRunSubject often = new Somebody(PERSON.window(), 10, Duration.ofHours(4));

    assertThat(dials(DryRun.of(ladder(CALL), often, WEDNESDAY_TEN, BoundaryRandom.LEAST, 9)))
        .isEqualTo(
            instants("2026-07-01T08:00:00Z", "2026-07-01T12:00:00Z", "2026-07-01T16:00:00Z"));
  }

  /** The gap counts from the last dial at the person, of whichever order. */
  @Test
  void remembersTheDialsOfEarlierSteps() {
    DryRunSubject often = new Somebody(PERSON.window(), 10, Duration.ofHours(4));

    assertThat(dials(DryRun.of(ladder(CALL, CALL), often, WEDNESDAY_TEN, BoundaryRandom.LEAST, 1)))
        .isEqualTo(instants("2026-07-01T08:00:00Z", "2026-07-01T12:00:00Z"));
    assertThat(dials(DryRun.of(ladder(CALL, CALL), PERSON, WEDNESDAY_TEN, BoundaryRandom.LEAST, 1)))
        .isEqualTo(instants("2026-07-01T08:00:00Z", "2026-07-02T06:00:00Z"));
  }

  @Test
  void everyCourseLiesBetweenTheEarliestAndTheLatest() {
    SequenceDefinition ladder =
        ladder(wait("P1D", "P3D"), CALL, wait("PT1H", "P2DT5H"), CALL, wait("P5D", "P6D"));
    DryRunPath earliest = DryRun.of(ladder, PERSON, WEDNESDAY_TEN, BoundaryRandom.LEAST, 1);
    DryRunPath latest =
        DryRun.of(ladder, PERSON, WEDNESDAY_TEN, BoundaryRandom.MOST, Integer.MAX_VALUE);

    for (int seed = 0; seed < 300; seed++) {
      DryRunPath drawn =
          DryRun.of(ladder, PERSON, WEDNESDAY_TEN, new SplittableRandom(seed), Integer.MAX_VALUE);
      for (int leg = 0; leg < drawn.legs().size(); leg++) {
        assertThat(drawn.legs().get(leg).begun())
            .isBetween(earliest.legs().get(leg).begun(), latest.legs().get(leg).begun());
        assertThat(drawn.legs().get(leg).ended())
            .isBetween(earliest.legs().get(leg).ended(), latest.legs().get(leg).ended());
      }
      assertThat(dials(drawn)).allMatch(PERSON.window()::permits).isSorted();
    }
  }

  @Test
  void failsWhereTheWindowNeverOpens() {
    DryRunSubject gone =
        new Somebody(
            PERSON.window().between(null, WEDNESDAY_TEN.plusSeconds(60)), 1, Duration.ofHours(4));

    DryRunPath course =
        DryRun.of(ladder(wait("P1D", "P1D"), CALL), gone, WEDNESDAY_TEN, BoundaryRandom.LEAST, 9);

    assertThat(course.end().status()).isEqualTo(EnrollmentStatus.FAILED);
    assertThat(course.legs()).hasSize(1);
  }
}
