package eu.callorders.core.dial;

import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Decides whether a node may act on missing heartbeats of others. While the database is away, no
 * node writes one; so a node first watches without a gap for as long as the others need to write
 * their next. Not thread-safe.
 */
public final class NodeLossDecider {
  /** Two intervals of heartbeats. */
  static final Duration OBSERVATION = Duration.ofSeconds(10);

  /** A longer pause between two rounds is an outage of the database, or of this node. */
  static final Duration MAX_PAUSE = Duration.ofSeconds(5);

  private @Nullable Instant since;
  private @Nullable Instant last;

  /**
   * To be called in each round that reaches the database, about once a second.
   *
   * @param now real time
   * @return whether a node without a recent heartbeat counts as lost
   */
  public boolean mayEndCalls(Instant now) {
    Instant begun = since;
    if (begun == null || last == null || now.isAfter(last.plus(MAX_PAUSE))) {
      begun = now;
    }
    since = begun;
    last = now;
    return !now.isBefore(begun.plus(OBSERVATION));
  }
}
