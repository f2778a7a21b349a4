package eu.callorders.console.enrollment;

import eu.callorders.console.api.Failure;

/** Advises the operator after an action on an enrollment failed. */
final class ActionAdvice {
  private static final int CONFLICT = 409;

  private ActionAdvice() {}

  /**
   * The text key of the advice; empty when the failure needs none.
   *
   * @param detail as read after the failure
   */
  static String adviceKey(EnrollmentAction action, Failure failure, EnrollmentDetail detail) {
    boolean reached = detail.status().equals(targetStatus(action));
    if (failure.isOutcomeUnknown()) {
      return reached ? "advice.done" : "advice.lost";
    }
    if (failure instanceof Failure.Refused refused && refused.problem().status() == CONFLICT) {
      if (reached) {
        return "advice.already";
      }
      return detail.hasEnded() ? "advice.ended" : "advice.again";
    }
    return "";
  }

  private static String targetStatus(EnrollmentAction action) {
    return switch (action) {
      case PAUSE -> "paused";
      case RESUME -> "active";
      case CANCEL -> "canceled";
    };
  }
}
