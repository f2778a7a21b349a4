package eu.callorders.core.simulation;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;

/** The trace of a run: a hash of all lines, and the last lines of each object. */
final class Trace {
  private static final int MAX_LINES = 40;
  private static final int HASH_PRIME = 31;

  private final Map<String, Deque<String>> last = new HashMap<>();
  private final boolean verbose;
  private long hash;
  private long lines;

  /**
   * @param aloud whether every line is printed
   */
  Trace(boolean aloud) {
    this.verbose = aloud;
  }

  void add(long millis, String about, String text) {
    String line = clock(millis) + " " + about + " " + text;
    hash = hash * HASH_PRIME + line.hashCode();
    lines++;
    Deque<String> kept = last.computeIfAbsent(about, ignored -> new ArrayDeque<>());
    if (kept.size() == MAX_LINES) {
      kept.removeFirst();
    }
    kept.addLast(line);
    if (verbose) {
      System.out.println(line);
    }
  }

  long hash() {
    return hash;
  }

  long lines() {
    return lines;
  }

  /** The last lines about an object. */
  String lastLines(String about) {
    return String.join("\n  ", last.getOrDefault(about, new ArrayDeque<>()));
  }

  private static String clock(long millis) {
    long seconds = millis / 1000;
    StringBuilder text = new StringBuilder(20);
    pad(text, seconds / 86_400).append('d');
    pad(text, seconds / 3_600 % 24).append(':');
    pad(text, seconds / 60 % 60).append(':');
    pad(text, seconds % 60).append('.');
    long rest = millis % 1000;
    return text.append(rest < 100 ? "0" : "").append(rest < 10 ? "0" : "").append(rest).toString();
  }

  private static StringBuilder pad(StringBuilder text, long number) {
    return text.append(number < 10 ? "0" : "").append(number);
  }
}
