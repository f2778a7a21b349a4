package eu.callorders.bench.crash;

import java.util.ArrayList;
import java.util.List;

/** What should not have happened. Any thread may write it down. */
final class Violations {
  private final List<String> found = new ArrayList<>();

  synchronized void add(String violation) {
    found.add(violation);
  }

  void unless(boolean holds, String violation) {
    if (!holds) {
      add(violation);
    }
  }

  synchronized List<String> found() {
    return List.copyOf(found);
  }
}
