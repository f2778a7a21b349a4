package eu.callorders.console.order;

import eu.callorders.console.ui.Pill;
import java.util.List;

/** How a status looks; the service may know more of them than this console. */
final class OrderStatus {
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

  private OrderStatus() {}

  static Pill.Tone tone(String status) {
    return switch (status) {
      case "dialing", "in_progress" -> Pill.Tone.ACTIVE;
      case "completed" -> Pill.Tone.GOOD;
      case "expired" -> Pill.Tone.WARNING;
      case "failed" -> Pill.Tone.BAD;
      case "accepted", "scheduled" -> Pill.Tone.WAITING;
      default -> Pill.Tone.NEUTRAL;
    };
  }
}
