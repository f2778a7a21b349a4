package eu.callorders.bench.crash;

import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/** What a command line gives: {@code --name value} pairs. */
record Arguments(Map<String, String> values) {

  /**
   * @param known the names that may occur, without dashes
   * @throws IllegalArgumentException naming what is not understood
   */
  static Arguments parse(String[] words, Set<String> known) {
    Map<String, String> values = new HashMap<>();
    for (int at = 0; at < words.length; at += 2) {
      String name = words[at].startsWith("--") ? words[at].substring(2) : "";
      if (!known.contains(name) || at + 1 == words.length) {
        throw new IllegalArgumentException(
            words[at] + ": known are, each with a value, --" + String.join(", --", known));
      }
      values.put(name, words[at + 1]);
    }
    return new Arguments(Map.copyOf(values));
  }

  String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  int number(String name, int otherwise) {
    return Integer.parseInt(text(name, Integer.toString(otherwise)));
  }

  long seed() {
    String given = text("seed", "");
    return given.isEmpty() ? System.nanoTime() & 0xFFFF_FFFFL : Long.parseLong(given);
  }
}
