package eu.callorders.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.time.zone.ZoneOffsetTransition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The windows of all countries in all zones, compared with {@link StatutoryOracle}. */
@Tag("long")
class StatutoryWindowsTest {
  private static final StatutoryWindows WINDOWS =
      new StatutoryWindows(StatutoryOracle.alwaysValid(), StatutoryOracle.HOLIDAYS);
  private static final Instant FROM = Instant.parse("2025-01-01T00:00:00Z");
  private static final Instant TO = Instant.parse("2036-01-01T00:00:00Z");
  private static final int MINUTES = 60 * 60;
  private static final int UNKNOWN = Integer.MAX_VALUE;

  /** One zone of each group with the same offsets in these years. */
  private static final List<String> ZONES = differentZones();

  /** Special days of the calendar. */
  private static final List<String> DAYS =
      List.of("2027-12-31T23:00:00Z", "2028-02-28T12:00:00Z", "2032-02-29T12:00:00Z");

  static Stream<String> zones() {
    return ZONES.stream();
  }

  private static List<String> differentZones() {
    Map<List<Object>, String> zones = new LinkedHashMap<>();
    for (String name : new TreeSet<>(ZoneId.getAvailableZoneIds())) {
      ZoneId zone = ZoneId.of(name);
      List<Object> offsets = new ArrayList<>(List.of(zone.getRules().getOffset(FROM)));
      offsets.addAll(transitions(zone));
      zones.putIfAbsent(offsets, name);
    }
    return List.copyOf(zones.values());
  }

  @ParameterizedTest
  @MethodSource("zones")
  void everyZoneIsCorrectAroundItsChanges(String name) {
    ZoneId zone = ZoneId.of(name);
    Random random = new Random(name.hashCode());
    for (Instant change : changes(zone)) {
      assertAround(change, List.of(place(random)), List.of(zone), random);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Pacific/Apia 2011-12-30T10:00:00Z", // skipped 30 December
        "Pacific/Apia 2012-04-01T00:00:00Z",
        "Pacific/Kwajalein 1993-08-21T12:00:00Z", // skipped 21 August
        "America/Anchorage 1983-10-30T12:00:00Z",
        "Africa/Casablanca 2026-02-15T02:00:00Z", // Ramadan
        "Africa/Casablanca 2026-03-22T02:00:00Z",
        "Australia/Lord_Howe 2026-04-04T15:00:00Z", // half an hour
        "Asia/Pyongyang 2018-05-04T15:00:00Z",
        "Europe/Dublin 2026-03-29T01:00:00Z"
      })
  void unusualChangesAreCorrectForEveryCountry(String change) {
    String[] words = change.split(" ", -1);
    for (String country : StatutoryOracle.COUNTRIES) {
      assertAround(
          Instant.parse(words[1]),
          List.of(new Jurisdiction(country, Set.of())),
          List.of(ZoneId.of(words[0])),
          new Random(7));
    }
  }

  /** Two weeks at the turn of each year include every weekday and many holidays. */
  @Test
  void everyCountryIsCorrectAtTheTurnOfEachYear() {
    Random random = new Random(11);
    ZoneId zone = ZoneId.of("Europe/Berlin");
    for (String country : StatutoryOracle.COUNTRIES) {
      for (Set<String> regions : List.of(Set.<String>of(), Set.of("be"))) {
        for (int year = 2025; year <= 2035; year++) {
          for (int days = 21; days < 38; days += 4) {
            Instant middle = Instant.parse(year + "-12-01T00:00:00Z").plus(Duration.ofDays(days));
            assertAround(
                middle, List.of(new Jurisdiction(country, regions)), List.of(zone), random);
          }
        }
      }
    }
  }

  static IntStream seeds() {
    return IntStream.range(0, 60);
  }

  @ParameterizedTest
  @MethodSource("seeds")
  void allPlacesAndZonesMustPermit(int seed) {
    Random random = new Random(seed);
    List<ZoneId> zones =
        Stream.generate(() -> ZoneId.of(ZONES.get(random.nextInt(ZONES.size()))))
            .limit(1 + random.nextInt(3))
            .distinct()
            .toList();
    List<Jurisdiction> places =
        Stream.generate(() -> place(random)).limit(1 + random.nextInt(2)).distinct().toList();
    List<Instant> changes = changes(zones.getFirst());
    for (int turn = 0; turn < 5; turn++) {
      assertAround(changes.get(random.nextInt(changes.size())), places, zones, random);
    }
  }

  @Test
  void skippedDayIsNoHoliday() {
    // Friday 30 December 2011 did not exist in Apia: Saturday followed Thursday.
    ZoneId apia = ZoneId.of("Pacific/Apia");
    CallingWindow window =
        WINDOWS.forPlaces(List.of(new Jurisdiction("NL", Set.of())), List.of(apia));

    Instant thursdayEvening = Instant.parse("2011-12-30T09:00:00Z");
    assertThat(thursdayEvening.atZone(apia).toLocalDate()).hasToString("2011-12-29");
    assertThat(window.nextPermitted(thursdayEvening).orElseThrow().atZone(apia).toLocalDateTime())
        .hasToString("2011-12-31T07:00");
  }

  private static Jurisdiction place(Random random) {
    String country = StatutoryOracle.COUNTRIES[random.nextInt(StatutoryOracle.COUNTRIES.length)];
    return new Jurisdiction(
        country, country.equals("DE") && random.nextBoolean() ? Set.of("be") : Set.of());
  }

  private static List<Instant> changes(ZoneId zone) {
    return Stream.concat(
            DAYS.stream().map(Instant::parse),
            transitions(zone).stream().map(ZoneOffsetTransition::getInstant))
        .toList();
  }

  private static List<ZoneOffsetTransition> transitions(ZoneId zone) {
    return Stream.iterate(
            zone.getRules().nextTransition(FROM),
            change -> change != null && change.getInstant().isBefore(TO),
            change -> zone.getRules().nextTransition(change.getInstant()))
        .toList();
  }

  /** Scans every minute of the sixty hours around an instant, from the last to the first. */
  private static void assertAround(
      Instant middle, List<Jurisdiction> places, List<ZoneId> zones, Random random) {
    CallingWindow window = WINDOWS.forPlaces(places, zones);
    Instant start = middle.truncatedTo(ChronoUnit.MINUTES).minus(Duration.ofMinutes(MINUTES / 2));
    int[] next = new int[MINUTES + 1];
    Arrays.fill(next, UNKNOWN);
    for (int minute = MINUTES - 1; minute >= 0; minute--) {
      Instant at = start.plusSeconds(minute * 60L);
      boolean open =
          zones.stream()
              .allMatch(
                  zone ->
                      places.stream().allMatch(place -> StatutoryOracle.permits(place, zone, at)));
      next[minute] = open ? minute : next[minute + 1];
    }
    int step = 1 + random.nextInt(60);
    for (int minute = 0; minute < MINUTES; minute += near(minute) ? 1 : step) {
      assertNext(window, start, minute, next[minute]);
    }
  }

  /** Every minute is tested around the change itself. */
  private static boolean near(int minute) {
    return Math.abs(minute - MINUTES / 2) < 65;
  }

  private static void assertNext(CallingWindow window, Instant start, int minute, int next) {
    Instant at = start.plusSeconds(minute * 60L);
    Instant found = window.nextPermitted(at).orElse(Instant.MAX);
    if (next == UNKNOWN) {
      assertThat(found)
          .as("%s in %s", at, window)
          .isAfterOrEqualTo(start.plusSeconds(MINUTES * 60L));
    } else if (!found.equals(start.plusSeconds(next * 60L))) {
      throw new AssertionError(
          "after %s: %s instead of %s in %s"
              .formatted(at, found, start.plusSeconds(next * 60L), window));
    }
  }
}
