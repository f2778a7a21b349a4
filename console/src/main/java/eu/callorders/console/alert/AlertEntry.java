package eu.callorders.console.alert;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * An alert in the drawer.
 *
 * @param since in real time
 * @param until when it was over, in real time; null while it lasts
 * @param isRead whether the operator has seen it
 */
record AlertEntry(Alert alert, String since, @Nullable Instant until, boolean isRead) {
  static AlertEntry begin(Alert alert, Instant now) {
    String since = alert.since().isEmpty() ? now.toString() : alert.since();
    return new AlertEntry(alert, since, null, false);
  }

  boolean lasts() {
    return until == null;
  }

  /** Whether it needs the attention of the operator: it lasts, and the operator has not seen it. */
  boolean isUnread() {
    return lasts() && !isRead;
  }

  AlertEntry read() {
    return new AlertEntry(alert, since, until, true);
  }

  /**
   * After another reading; it is unread again when it has become another or has occurred again.
   *
   * @param present null when it is over
   */
  AlertEntry update(@Nullable Alert present, Instant now) {
    if (present == null) {
      return new AlertEntry(alert, since, now, isRead);
    }
    boolean isNews =
        !present.kind().equals(alert.kind())
            || present.count() > alert.count()
            || present.latest().compareTo(alert.latest()) > 0;
    return new AlertEntry(present, since, null, isRead && !isNews);
  }
}
