package eu.callorders.core.window;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A place whose rules apply to a person.
 *
 * @param country ISO 3166-1 alpha-2
 * @param regions possible regions as in {@link Holidays}; empty: unknown
 */
public record Jurisdiction(String country, Set<String> regions) {
  public Jurisdiction {
    regions = Set.copyOf(regions);
  }

  /** {@code DE}, {@code DE-BY} or {@code DE-BW,BY}. */
  String label() {
    return regions.isEmpty()
        ? country
        : country + "-" + String.join(",", new TreeSet<>(regions)).toUpperCase(Locale.ROOT);
  }
}
