package eu.callorders.console.enrollment;

import eu.callorders.console.api.Failure;
import java.util.Locale;

/** Actions on an enrollment. */
enum EnrollmentAction {
  PAUSE("paused"),
  RESUME("active"),
  CANCEL("canceled");

  private static final int CONFLICT = 409;

  private final String targetStatus;

  EnrollmentAction(String targetStatus) {
    this.targetStatus = targetStatus;
  }

  /** Last path segment of the request and prefix of the text keys. */
  String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The text key of the advice after a failure, by the detail read since; empty for none. */
  String adviceKey(Failure failure, EnrollmentDetail detail) {
    boolean reached = detail.status().equals(targetStatus);
    if (failure.isOutcomeUnknown()) {
      return reached ? "advice.done" : "advice.lost";
    }
    if (failure.isRefused(CONFLICT)) {
      if (reached) {
        return "advice.already";
      }
      return detail.hasEnded() ? "advice.ended" : "advice.again";
    }
    return "";
  }
}
