package eu.callorders.console.enrollment;

import eu.callorders.console.api.Failure;

/** What an operator can do after something was not done to an enrollment. */
final class Advice {
  private static final int CONFLICT = 409;

  private Advice() {}

  /**
   * A key of a text, empty when the refusal says it all.
   *
   * @param detail as it was read after the refusal
   */
  static String of(EnrollmentAction deed, Failure why, EnrollmentDetail detail) {
    boolean reached = detail.status().equals(wanted(deed));
    if (why.leavesDoubt()) {
      return reached ? "advice.done" : "advice.lost";
    }
    if (why instanceof Failure.Refused refused && refused.problem().status() == CONFLICT) {
      if (reached) {
        return "advice.already";
      }
      return detail.hasEnded() ? "advice.ended" : "advice.again";
    }
    return "";
  }

  private static String wanted(EnrollmentAction deed) {
    return switch (deed) {
      case PAUSE -> "paused";
      case RESUME -> "active";
      case CANCEL -> "canceled";
    };
  }
}
