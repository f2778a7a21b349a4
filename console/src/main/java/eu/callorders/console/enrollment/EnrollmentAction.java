package eu.callorders.console.enrollment;

import java.util.Locale;

/** Actions on an enrollment. */
enum EnrollmentAction {
  PAUSE,
  RESUME,
  CANCEL;

  /** Last path segment of the request and prefix of the text keys. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
