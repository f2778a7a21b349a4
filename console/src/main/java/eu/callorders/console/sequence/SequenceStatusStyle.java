package eu.callorders.console.sequence;

import eu.callorders.console.ui.StatusBadge;
import java.util.List;

/** Badge tones of sequence and version statuses; unknown ones are neutral. */
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
