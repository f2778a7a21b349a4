package eu.callorders.server.concurrent;

/** A failure whose cause is monitored and reported separately, so that loops do not count it. */
public interface ReportedElsewhere {

  /** Whether a failure or one of its causes is reported separately. */
  static boolean is(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof ReportedElsewhere) {
        return true;
      }
    }
    return false;
  }
}
