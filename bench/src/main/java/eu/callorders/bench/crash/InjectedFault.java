package eu.callorders.bench.crash;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What was done, and how long after the restart an order was accepted there; null without one. */
public record InjectedFault(Kind kind, String what, Instant at, @Nullable Duration firstAccepted) {
  public enum Kind {
    KILL_NODE("service processes killed", 50),
    KILL_ALL_NODES("all service processes killed at once", 10),
    TERMINATE_BACKENDS("database sessions terminated", 15),
    STOP_DATABASE("database stopped immediately", 13),
    FREEZE_NODE("service process frozen", 3),
    KILL_GATEWAY("gateway killed", 9);

    final String title;
    private final int percent;

    Kind(String title, int percent) {
      this.title = title;
      this.percent = percent;
    }

    /** The one at that place of a hundred, of which each has its share. */
    static Kind at(int place) {
      int end = 0;
      for (Kind kind : values()) {
        end += kind.percent;
        if (place < end) {
          return kind;
        }
      }
      throw new IllegalArgumentException("no such place: " + place);
    }

    /** Whether a node died of it, or as good as died, while others may have gone on. */
    boolean takesNode() {
      return this == KILL_NODE || this == KILL_ALL_NODES || this == FREEZE_NODE;
    }
  }
}
