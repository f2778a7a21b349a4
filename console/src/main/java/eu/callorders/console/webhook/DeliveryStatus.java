package eu.callorders.console.webhook;

import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Texts;
import java.util.List;

/** How the status of a delivery looks; the service may know more of them than this console. */
final class DeliveryStatus {
  static final String DEAD_LETTER = "failed";
  static final List<String> ALL =
      List.of("pending", "retrying", "succeeded", DEAD_LETTER, "skipped");

  private DeliveryStatus() {}

  static Pill pill(Texts texts, String status) {
    return new Pill(texts.value("delivery_status", status), tone(status));
  }

  private static Pill.Tone tone(String status) {
    return switch (status) {
      case "pending" -> Pill.Tone.WAITING;
      case "retrying" -> Pill.Tone.WARNING;
      case "succeeded" -> Pill.Tone.GOOD;
      case DEAD_LETTER -> Pill.Tone.BAD;
      default -> Pill.Tone.NEUTRAL;
    };
  }
}
