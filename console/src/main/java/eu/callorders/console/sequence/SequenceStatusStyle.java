package eu.callorders.console.sequence;

import eu.callorders.console.ui.StatusBadge;
import java.util.List;

/**
 * How a status looks, of a sequence and of a version; there may be more than this console knows.
 */
final class SequenceStatusStyle {
  static final List<String> ALL = List.of("draft", "active", "archived");

  private SequenceStatusStyle() {}

  static StatusBadge.Tone tone(String status) {
    return switch (status) {
      case "active" -> StatusBadge.Tone.GOOD;
      case "draft" -> StatusBadge.Tone.WAITING;
      default -> StatusBadge.Tone.NEUTRAL;
    };
  }
}
