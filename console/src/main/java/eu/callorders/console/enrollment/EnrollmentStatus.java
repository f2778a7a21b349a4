package eu.callorders.console.enrollment;

import eu.callorders.console.ui.Pill;
import java.util.List;

/** How a status looks; the service may know more of them than this console. */
final class EnrollmentStatus {
  static final List<String> ALL =
      List.of("active", "paused", "completed", "exited", "canceled", "failed");

  private EnrollmentStatus() {}

  static Pill.Tone tone(String status) {
    return switch (status) {
      case "active" -> Pill.Tone.ACTIVE;
      case "paused" -> Pill.Tone.WARNING;
      case "completed", "exited" -> Pill.Tone.GOOD;
      case "failed" -> Pill.Tone.BAD;
      default -> Pill.Tone.NEUTRAL;
    };
  }
}
