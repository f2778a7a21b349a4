package eu.callorders.server.dial;

/** Why the gateway's log cannot complete a restored database. */
public record LogObstacle(Kind kind, String reason) {
  public enum Kind {
    NO_LOG,
    UNREADABLE,
    GAP,
    FOREIGN_LOG,
    /** Nodes of another copy of the database are active. */
    OTHER_SYSTEM
  }
}
