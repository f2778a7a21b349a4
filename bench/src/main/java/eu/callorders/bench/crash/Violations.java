package eu.callorders.bench.crash;

import java.util.ArrayList;
import java.util.List;

/** What should not have happened. Any thread may write it down. */
public final class Violations {
  private final List<String> found = new ArrayList<>();

  public synchronized void add(String violation) {
    found.add(violation);
  }

  public void unless(boolean holds, String violation) {
    if (!holds) {
      add(violation);
    }
  }

  public synchronized List<String> found() {
    return List.copyOf(found);
  }
}
