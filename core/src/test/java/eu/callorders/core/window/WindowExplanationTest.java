package eu.callorders.core.window;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WindowExplanationTest {
  private static final ZoneId BERLIN = ZoneId.of("Europe/Berlin");
  private static final StatutoryWindows WINDOWS =
      new StatutoryWindows(CountryTable.builtIn(), StatutoryOracle.HOLIDAYS);
  private static final CallingWindow GERMAN =
      WINDOWS.forPlaces(List.of(new Jurisdiction("DE", Set.of("be"))), List.of(BERLIN));
  private static final WeeklyHours MONDAY_NOON =
      WeeklyHours.of(
          List.of(
              new WeeklyHours.Entry(
                  EnumSet.of(DayOfWeek.MONDAY), ClockInterval.of("12:00", "13:00"))));

  static IntStream seeds() {
    return IntStream.range(0, 200);
  }

  /** A barrier covers every instant before the result. */
  @ParameterizedTest
  @MethodSource("seeds")
  void everyInstantBeforeTheResultHasABarrier(int seed) {
    Random random = new Random(seed);
    CallingWindow window = window(random);
    Instant from =
        Instant.parse("2026-03-20T00:00:00Z").plusMillis(random.nextLong(3_000_000_000L));

    NextPermittedInstant result = window.explain(from);

    assertThat(result.next()).isEqualTo(window.nextPermitted(from));
    assertThat(result.next().equals(Optional.of(from))).isEqualTo(window.permits(from));
    assertThat(result.verdicts())
        .hasSize(
            window.hours().size()
                + (window.notBefore() == null ? 0 : 1)
                + (window.notAfter() == null ? 0 : 1));
    assertThat(result.verdicts().stream().allMatch(WindowVerdict::permits))
        .isEqualTo(window.permits(from));
    Instant at = from;
    for (WindowVerdict barrier : result.barriers()) {
      assertThat(barrier.at()).isEqualTo(at);
      assertThat(barrier.permits()).isFalse();
      if (barrier.opensAt() == null) {
        assertThat(barrier).isSameAs(result.barriers().getLast());
        assertThat(result.next()).isEmpty();
        return;
      }
      assertClosedThroughout(window, barrier, random);
      at = barrier.opensAt();
    }
    assertThat(result.next()).contains(at);
  }

  private static void assertClosedThroughout(
      CallingWindow window, WindowVerdict barrier, Random random) {
    long length = Duration.between(barrier.at(), barrier.opensAt()).toMillis();
    for (int probe = 0; probe < 20; probe++) {
      Instant at = barrier.at().plusMillis(random.nextLong(Math.max(1, length)));
      assertThat(window.permits(at)).as("%s within %s", at, barrier).isFalse();
    }
  }

  private static CallingWindow window(Random random) {
    CallingWindow window =
        WINDOWS.forPlaces(
            List.of(new Jurisdiction(StatutoryOracle.COUNTRIES[random.nextInt(10)], Set.of())),
            List.of(BERLIN, ZoneId.of("America/New_York")).subList(0, 1 + random.nextInt(2)));
    if (random.nextBoolean()) {
      window = window.narrowedBy(new ZonedHours(WindowRule.ORDER_TIMES, BERLIN, MONDAY_NOON));
    }
    if (random.nextBoolean()) {
      Instant begin = Instant.parse("2026-03-25T00:00:00Z").plusSeconds(random.nextInt(2_000_000));
      window = window.withBounds(begin, begin.plusSeconds(random.nextInt(2_000_000)));
    }
    return window;
  }

  @Test
  void explainsTheBarriersToAnOperator() {
    CallingWindow window =
        GERMAN.narrowedBy(new ZonedHours(WindowRule.TENANT_HOURS, BERLIN, MONDAY_NOON));
    NextPermittedInstant result = window.explain(Instant.parse("2026-11-22T10:00:00Z"));

    assertThat(result.verdicts())
        .extracting(WindowVerdict::rule, WindowVerdict::source, WindowVerdict::message)
        .containsExactly(
            tuple(
                WindowRule.COUNTRY_HOURS,
                "DE/1",
                "DE permits no hours (row DE/1) on Sunday 2026-11-22; it is 11:00 in"
                    + " Europe/Berlin."),
            tuple(
                WindowRule.PUBLIC_HOLIDAYS,
                "DE-BE by made up",
                "no public holiday DE-BE on Sunday 2026-11-22; it is 11:00 in Europe/Berlin."),
            tuple(
                WindowRule.TENANT_HOURS,
                "",
                "no hours on Sunday 2026-11-22; it is 11:00 in Europe/Berlin."));
    assertThat(result.next()).contains(Instant.parse("2026-11-23T11:00:00Z"));
  }
}
