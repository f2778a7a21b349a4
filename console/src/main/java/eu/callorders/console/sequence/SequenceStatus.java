package eu.callorders.console.sequence;

import eu.callorders.console.ui.Pill;
import java.util.List;

/**
 * How a status looks, of a sequence and of a version; there may be more than this console knows.
 */
final class SequenceStatus {
  static final List<String> ALL = List.of("draft", "active", "archived");

  private SequenceStatus() {}

  static Pill.Tone tone(String status) {
    return switch (status) {
      case "active" -> Pill.Tone.GOOD;
      case "draft" -> Pill.Tone.WAITING;
      default -> Pill.Tone.NEUTRAL;
    };
  }
}
