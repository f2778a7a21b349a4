package eu.callorders.core.window;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** The possible German states of a postal code or phone. */
public final class GermanStates {
  private static final Map<String, Map<String, Set<String>>> STATES = load();

  private GermanStates() {}

  /** States as in {@link Holidays}; empty for an unknown code. */
  public static Set<String> ofPostalCode(String postalCode) {
    return postalCode.matches("[0-9]{5}") ? byLongestPrefix("postal", postalCode) : Set.of();
  }

  /**
   * States as in {@link Holidays}; empty without an area code, as for mobiles.
   *
   * @param nationalNumber digits without country code and leading zero
   */
  public static Set<String> ofPhone(String nationalNumber) {
    return byLongestPrefix("area", nationalNumber);
  }

  private static Set<String> byLongestPrefix(String code, String digits) {
    Map<String, Set<String>> byPrefix = STATES.getOrDefault(code, Map.of());
    for (int length = digits.length(); length > 0; length--) {
      Set<String> states = byPrefix.get(digits.substring(0, length));
      if (states != null) {
        return states;
      }
    }
    return Set.of();
  }

  private static Map<String, Map<String, Set<String>>> load() {
    Map<String, Map<String, Set<String>>> all = new HashMap<>();
    CountryTable.resource("german-states.txt")
        .lines()
        .filter(line -> !line.startsWith("#"))
        .map(line -> line.split(" ", -1))
        .forEach(
            words -> {
              Set<String> states = Set.of(words[1].split(","));
              for (int word = 2; word < words.length; word++) {
                all.computeIfAbsent(words[0], code -> new HashMap<>()).put(words[word], states);
              }
            });
    return Map.copyOf(all);
  }
}
