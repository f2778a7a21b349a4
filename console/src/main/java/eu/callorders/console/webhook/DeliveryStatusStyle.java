package eu.callorders.console.webhook;

import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** Badges of delivery statuses; unknown statuses are neutral. */
final class DeliveryStatusStyle {
  static final String DEAD_LETTER = "failed";
  static final List<String> ALL =
      List.of("pending", "retrying", "succeeded", DEAD_LETTER, "skipped");

  private DeliveryStatusStyle() {}

  static StatusBadge badge(Texts texts, String status) {
    return new StatusBadge(texts.value("delivery_status", status), tone(status));
  }

  private static StatusBadge.Tone tone(String status) {
    return switch (status) {
      case "pending" -> StatusBadge.Tone.WAITING;
      case "retrying" -> StatusBadge.Tone.WARNING;
      case "succeeded" -> StatusBadge.Tone.GOOD;
      case DEAD_LETTER -> StatusBadge.Tone.BAD;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
