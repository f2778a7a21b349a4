package eu.callorders.bench.crash;

import java.util.ArrayList;
import java.util.List;

/** What should not have happened. */
final class Violations {
  private final List<String> found = new ArrayList<>();

  /** Writes one down unless what should hold holds. */
  void unless(boolean holds, String violation) {
    if (!holds) {
      found.add(violation);
    }
  }

  List<String> found() {
    return found;
  }
}
