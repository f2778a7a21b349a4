package eu.callorders.console.enrollment;

import eu.callorders.console.ui.StatusBadge;
import java.util.List;

/** Badge tones of enrollment statuses; unknown ones are neutral. */
final class EnrollmentStatusStyle {
  static final List<String> ALL =
      List.of("active", "paused", "completed", "exited", "canceled", "failed");

  private EnrollmentStatusStyle() {}

  static StatusBadge.Tone tone(String status) {
    return switch (status) {
      case "active" -> StatusBadge.Tone.ACTIVE;
      case "paused" -> StatusBadge.Tone.WARNING;
      case "completed", "exited" -> StatusBadge.Tone.GOOD;
      case "failed" -> StatusBadge.Tone.BAD;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
