package eu.callorders.core.window;

import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * Whose rules hold for a person.
 *
 * @param country ISO 3166-1 alpha-2
 * @param regions where in it, as {@link Holidays} names them; several: in one of them, empty:
 *     anywhere
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
