package eu.callorders.console.webhook;

import eu.callorders.console.ui.StatusBadge;
import eu.callorders.console.ui.Texts;

/** Badges of endpoint states; unknown states are neutral. */
final class EndpointStatusStyle {
  private EndpointStatusStyle() {}

  static StatusBadge status(Texts texts, String status) {
    StatusBadge.Tone tone =
        switch (status) {
          case "active" -> StatusBadge.Tone.GOOD;
          case "pending_verification" -> StatusBadge.Tone.WARNING;
          default -> StatusBadge.Tone.NEUTRAL;
        };
    return new StatusBadge(texts.value("endpoint_status", status), tone);
  }

  static StatusBadge verification(Texts texts, String state) {
    StatusBadge.Tone tone =
        switch (state) {
          case "succeeded" -> StatusBadge.Tone.GOOD;
          case "pending" -> StatusBadge.Tone.WARNING;
          case "failed", "expired" -> StatusBadge.Tone.BAD;
          default -> StatusBadge.Tone.NEUTRAL;
        };
    return new StatusBadge(texts.value("verification", state), tone);
  }

  static StatusBadge health(Texts texts, EndpointRow row) {
    StatusBadge.Tone tone =
        switch (row.health()) {
          case "good" -> StatusBadge.Tone.GOOD;
          case "failing" -> StatusBadge.Tone.BAD;
          default -> StatusBadge.Tone.NEUTRAL;
        };
    return new StatusBadge(healthText(texts, row), tone);
  }

  static String healthText(Texts texts, EndpointRow row) {
    return row.health().equals("failing")
        ? texts.get("failing.times", row.failures())
        : texts.value("health", row.health());
  }
}
