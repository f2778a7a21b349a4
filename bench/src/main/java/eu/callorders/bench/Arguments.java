package eu.callorders.bench;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** What a command line gives: {@code --name value} pairs. */
public record Arguments(Map<String, String> values) {

  /** Throws an IllegalArgumentException that names what is not among the known names. */
  public static Arguments parse(String[] words, String... known) {
    Map<String, String> values = new HashMap<>();
    for (int at = 0; at < words.length; at += 2) {
      String name = words[at].startsWith("--") ? words[at].substring(2) : "";
      if (!List.of(known).contains(name) || at + 1 == words.length) {
        throw new IllegalArgumentException(
            words[at] + ": known are, each with a value, --" + String.join(", --", known));
      }
      values.put(name, words[at + 1]);
    }
    return new Arguments(Map.copyOf(values));
  }

  public String text(String name, String otherwise) {
    return values.getOrDefault(name, otherwise);
  }

  public int number(String name, int otherwise) {
    return Integer.parseInt(text(name, Integer.toString(otherwise)));
  }

  /** The option {@code seed}, or a new one. */
  public long seed() {
    String given = text("seed", "");
    return given.isEmpty() ? System.nanoTime() & 0xFFFF_FFFFL : Long.parseLong(given);
  }
}
