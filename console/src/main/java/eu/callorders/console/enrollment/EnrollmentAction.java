package eu.callorders.console.enrollment;

import java.util.Locale;

/** What an operator can do to an enrollment. */
enum EnrollmentAction {
  PAUSE,
  RESUME,
  CANCEL;

  /** Ends the path and begins the keys of its texts. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
