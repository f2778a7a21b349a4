package eu.callorders.bench.siege;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Prints what the bystander noticed of each attack, and keeps what must not be. */
final class SiegeVerdict {
  private static final double RATIO = 2;
  private static final double FAST_ENOUGH_MILLIS = 50;

  private final boolean comparesTimes;
  private final List<String> failures = new ArrayList<>();

  /**
   * @param comparesTimes whether answers may only take twice as long as alone at p99, or 50 ms
   */
  SiegeVerdict(boolean comparesTimes) {
    this.comparesTimes = comparesTimes;
  }

  /** The bystander may get no error, and its calls go on. */
  void take(String name, Bystander.Notes notes, Map<Integer, Integer> statuses, long calls) {
    System.out.printf(
        "%-26s %3d requests, %s, %d calls, %d failures; attack %s%n",
        name, notes.requests(), notes.times(), calls, notes.failures().size(), statuses);
    notes.failures().forEach((status, text) -> fail(name + ": " + text));
    if (calls == 0) {
      fail(name + ": no call of the bystander began");
    }
  }

  /** Compares with p99 alone, in milliseconds, when that is asked for. */
  void compare(String name, Bystander.Notes notes, double alone) {
    if (comparesTimes && notes.p99() > Math.max(FAST_ENOUGH_MILLIS, RATIO * alone)) {
      fail("%s: p99 %.1f ms, alone %.1f ms".formatted(name, notes.p99(), alone));
    }
  }

  void fail(String why) {
    failures.add(why);
  }

  /** Prints all failures; whether there are none. */
  boolean end() {
    failures.forEach(System.out::println);
    System.out.println(failures.isEmpty() ? "siege held" : failures.size() + " failures");
    return failures.isEmpty();
  }
}
