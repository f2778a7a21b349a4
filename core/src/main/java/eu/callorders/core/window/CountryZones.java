package eu.callorders.core.window;

import java.time.ZoneId;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The time zones of countries. */
public final class CountryZones {
  private static final Map<String, List<ZoneId>> ZONES =
      CountryTable.resource("zones.txt")
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> line.split(" ", -1))
          .collect(
              Collectors.toUnmodifiableMap(
                  words -> words[0],
                  words -> Arrays.stream(words).skip(1).map(ZoneId::of).toList()));

  private CountryZones() {}

  /**
   * The zones of a country; empty for an unknown one.
   *
   * @param country ISO 3166-1 alpha-2
   */
  public static List<ZoneId> of(String country) {
    return ZONES.getOrDefault(country, List.of());
  }

  static Map<String, List<ZoneId>> all() {
    return ZONES;
  }
}
