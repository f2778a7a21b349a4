package eu.callorders.server.concurrent;

/** A failure whose cause is watched and reported by itself, so that a loop does not count it. */
public interface ReportedElsewhere {

  /** Whether a failure or one of its causes is reported by itself. */
  static boolean is(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ReportedElsewhere) {
        return true;
      }
    }
    return false;
  }
}
