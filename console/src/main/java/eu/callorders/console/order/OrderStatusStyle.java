package eu.callorders.console.order;

import eu.callorders.console.ui.StatusBadge;
import java.util.List;

/** Badge tones of order statuses; unknown ones are neutral. */
final class OrderStatusStyle {
  static final List<String> ALL =
      List.of(
          "accepted",
          "scheduled",
          "dialing",
          "in_progress",
          "completed",
          "expired",
          "canceled",
          "failed");

  private OrderStatusStyle() {}

  static StatusBadge.Tone tone(String status) {
    return switch (status) {
      case "dialing", "in_progress" -> StatusBadge.Tone.ACTIVE;
      case "completed" -> StatusBadge.Tone.GOOD;
      case "expired" -> StatusBadge.Tone.WARNING;
      case "failed" -> StatusBadge.Tone.BAD;
      case "accepted", "scheduled" -> StatusBadge.Tone.WAITING;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
