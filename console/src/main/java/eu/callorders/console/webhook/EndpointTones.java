package eu.callorders.console.webhook;

import eu.callorders.console.ui.Pill;
import eu.callorders.console.ui.Texts;

/** How the states of an endpoint look; the service may know more of them than this console. */
final class EndpointTones {
  private EndpointTones() {}

  static Pill status(Texts texts, String status) {
    Pill.Tone tone =
        switch (status) {
          case "active" -> Pill.Tone.GOOD;
          case "pending_verification" -> Pill.Tone.WARNING;
          default -> Pill.Tone.NEUTRAL;
        };
    return new Pill(texts.value("endpoint_status", status), tone);
  }

  static Pill verification(Texts texts, String state) {
    Pill.Tone tone =
        switch (state) {
          case "succeeded" -> Pill.Tone.GOOD;
          case "pending" -> Pill.Tone.WARNING;
          case "failed", "expired" -> Pill.Tone.BAD;
          default -> Pill.Tone.NEUTRAL;
        };
    return new Pill(texts.value("verification", state), tone);
  }

  static Pill health(Texts texts, EndpointRow row) {
    Pill.Tone tone =
        switch (row.health()) {
          case "good" -> Pill.Tone.GOOD;
          case "failing" -> Pill.Tone.BAD;
          default -> Pill.Tone.NEUTRAL;
        };
    return new Pill(healthText(texts, row), tone);
  }

  static String healthText(Texts texts, EndpointRow row) {
    return row.health().equals("failing")
        ? texts.get("failing.times", row.failures())
        : texts.value("health", row.health());
  }
}
