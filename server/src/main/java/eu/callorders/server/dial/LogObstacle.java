package eu.callorders.server.dial;

/**
 * Why a node cannot learn from the gateway's log all that a database may have lost.
 *
 * @param why in words
 */
public record LogObstacle(Kind kind, String why) {
  /** What it is. */
  public enum Kind {
    NO_LOG,
    UNREADABLE,
    GAP,
    FOREIGN_LOG,
    /** Nodes of another copy of the database are at work. */
    OTHER_SYSTEM
  }
}
