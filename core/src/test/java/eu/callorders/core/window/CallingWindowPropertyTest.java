package eu.callorders.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Random windows around changes of the clock, compared with a scan of every minute. */
class CallingWindowPropertyTest {
  /** Zones, each with instants at which its clock or calendar jumps. */
  private static final List<Jump> JUMPS =
      List.of(
          new Jump("Europe/Berlin", "2026-03-29T01:00:00Z"),
          new Jump("Europe/Berlin", "2026-10-25T01:00:00Z"),
          new Jump("America/New_York", "2026-03-08T07:00:00Z"),
          new Jump("America/New_York", "2026-11-01T06:00:00Z"),
          new Jump("Australia/Lord_Howe", "2026-04-04T15:00:00Z"),
          new Jump("Australia/Lord_Howe", "2026-10-03T15:30:00Z"),
          new Jump("Africa/Cairo", "2026-04-23T22:00:00Z"),
          new Jump("Asia/Kathmandu", "2026-05-05T05:05:00Z"),
          new Jump("Asia/Kolkata", "2026-05-05T05:05:00Z"),
          new Jump("America/St_Johns", "2026-11-01T04:30:00Z"),
          new Jump("Pacific/Apia", "2011-12-30T10:00:00Z"),
          new Jump("Pacific/Chatham", "2026-09-26T14:00:00Z"),
          new Jump("UTC", "2026-01-01T00:00:00Z"));

  private static final int MINUTES = 6 * 24 * 60;

  private record Jump(String zone, String at) {}

  /** Hours evaluated without the code under test. */
  private record NaiveHours(ZoneId zone, List<WeeklyHours.Entry> entries)
      implements Predicate<Instant> {
    @Override
    public boolean test(Instant instant) {
      ZonedDateTime local = instant.atZone(zone);
      LocalTime time = local.toLocalTime();
      return entries.stream()
          .anyMatch(
              entry ->
                  entry.days().contains(local.getDayOfWeek())
                      && entry.times().from() <= time.toSecondOfDay()
                      && time.toSecondOfDay() < entry.times().to());
    }

    ZonedHours hours() {
      return new ZonedHours(zone, WeeklyHours.of(entries));
    }
  }

  static IntStream seeds() {
    return IntStream.range(0, 300);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void agreesWithAScanOfEveryMinute(int seed) {
    Random random = new Random(seed);
    Jump jump = JUMPS.get(seed % JUMPS.size());
    Instant start = Instant.parse(jump.at()).minus(Duration.ofDays(3));
    List<NaiveHours> naive = narrowing(random, jump);
    CallingWindow window =
        CallingWindow.of(naive.stream().map(NaiveHours::hours).toArray(ZonedHours[]::new));
    if (random.nextInt(3) == 0) {
      Instant notBefore = start.plusSeconds(random.nextInt(200_000));
      window = window.withBounds(notBefore, notBefore.plusSeconds(random.nextInt(300_000)));
    }

    boolean[] open = scan(window, naive, start);
    for (int probe = 0; probe < 100; probe++) {
      int minute = random.nextInt(MINUTES);
      Instant at = start.plusSeconds(minute * 60L);
      assertThat(window.permits(at)).as("%s in %s", at, window).isEqualTo(open[minute]);
      assertNext(window, open, start, minute);
      assertAround(window, open, start, minute);
    }
  }

  private static void assertNext(CallingWindow window, boolean[] open, Instant start, int minute) {
    int next = minute;
    while (next < MINUTES && !open[next]) {
      next++;
    }
    Instant at = start.plusSeconds(minute * 60L);
    Optional<Instant> found = window.nextPermitted(at);
    if (next < MINUTES) {
      assertThat(found)
          .as("after %s in %s", at, window)
          .matches(it -> it.filter(window::permits).isPresent());
      // Bounds may lie within a minute: then the opening is within the minute before.
      assertThat(found.orElseThrow())
          .as("after %s in %s", at, window)
          .isBeforeOrEqualTo(start.plusSeconds(next * 60L))
          .isAfter(start.plusSeconds((next - 1) * 60L));
      assertThat(window.nextPermitted(found.orElseThrow())).isEqualTo(found);
    } else if (found.isPresent()) {
      assertThat(found.get()).isAfter(start.plusSeconds((MINUTES - 1) * 60L));
      assertThat(window.permits(found.get())).isTrue();
    }
  }

  private static void assertAround(
      CallingWindow window, boolean[] open, Instant start, int minute) {
    Optional<PermittedInterval> around = window.permittedAround(start.plusSeconds(minute * 60L));
    assertThat(around.isPresent()).isEqualTo(open[minute]);
    if (around.isEmpty()) {
      return;
    }
    assertThat(window.permits(around.get().from())).isTrue();
    assertThat(window.permits(around.get().to().minusNanos(1))).isTrue();
    assertThat(window.permits(around.get().to())).isEqualTo(atHorizon(around.get().to(), start));
    assertThat(window.permits(around.get().from().minusNanos(1)))
        .isEqualTo(atHorizon(around.get().from(), start));
    assertNoMinuteIsClosed(around.get(), open, start);
  }

  private static void assertNoMinuteIsClosed(
      PermittedInterval interval, boolean[] open, Instant start) {
    for (int minute = 0; minute < MINUTES; minute++) {
      Instant at = start.plusSeconds(minute * 60L);
      if (!open[minute] && !at.isBefore(interval.from()) && at.isBefore(interval.to())) {
        throw new AssertionError(at + " is closed within " + interval);
      }
    }
  }

  /** Only an interval without end is cut while open. */
  private static boolean atHorizon(Instant end, Instant start) {
    return Duration.between(start, end).abs().compareTo(Duration.ofDays(300)) > 0;
  }

  private static boolean[] scan(CallingWindow window, List<NaiveHours> naive, Instant start) {
    boolean[] open = new boolean[MINUTES];
    for (int minute = 0; minute < MINUTES; minute++) {
      Instant at = start.plusSeconds(minute * 60L);
      open[minute] =
          naive.stream().allMatch(each -> each.test(at))
              && (window.notBefore() == null || !at.isBefore(window.notBefore()))
              && (window.notAfter() == null || at.isBefore(window.notAfter()));
    }
    return open;
  }

  private static List<NaiveHours> narrowing(Random random, Jump jump) {
    List<NaiveHours> all = new ArrayList<>();
    for (int count = 1 + random.nextInt(3); count > 0; count--) {
      Jump zone = all.isEmpty() ? jump : JUMPS.get(random.nextInt(JUMPS.size()));
      all.add(new NaiveHours(ZoneId.of(zone.zone()), entries(random)));
    }
    return all;
  }

  private static List<WeeklyHours.Entry> entries(Random random) {
    List<WeeklyHours.Entry> entries = new ArrayList<>();
    for (int count = 1 + random.nextInt(4); count > 0; count--) {
      entries.add(new WeeklyHours.Entry(days(random), times(random)));
    }
    return entries;
  }

  private static Set<DayOfWeek> days(Random random) {
    EnumSet<DayOfWeek> days = EnumSet.allOf(DayOfWeek.class);
    days.removeIf(day -> random.nextInt(4) == 0);
    return days;
  }

  /** Often whole days or early hours, where the clock changes. */
  private static ClockInterval times(Random random) {
    int from = random.nextInt(3) == 0 ? 0 : random.nextInt(random.nextBoolean() ? 240 : 1_439);
    int to = random.nextInt(3) == 0 ? 1_440 : from + 1 + random.nextInt(1_440 - from);
    return new ClockInterval(from * 60, to * 60);
  }
}
