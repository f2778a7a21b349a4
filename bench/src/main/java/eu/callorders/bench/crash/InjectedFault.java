package eu.callorders.bench.crash;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Something that was done to the deployment.
 *
 * @param what to whom
 * @param firstAccepted how long after the start of the process, or the database, that it took away
 *     an order was accepted there; null when nothing was started
 */
record InjectedFault(Kind kind, String what, Instant at, @Nullable Duration firstAccepted) {
  /** What can be done. */
  enum Kind {
    KILL_NODE("service processes killed"),
    KILL_ALL_NODES("all service processes killed at once"),
    TERMINATE_BACKENDS("database sessions terminated"),
    STOP_DATABASE("database stopped immediately"),
    FREEZE_NODE("service process frozen"),
    KILL_GATEWAY("simulator killed");

    private final String title;

    Kind(String title) {
      this.title = title;
    }

    String title() {
      return title;
    }

    /** Whether a node died of it, or as good as died, while others may have gone on. */
    boolean takesNode() {
      return this == KILL_NODE || this == KILL_ALL_NODES || this == FREEZE_NODE;
    }
  }
}
