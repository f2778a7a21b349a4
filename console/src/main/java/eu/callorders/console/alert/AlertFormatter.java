package eu.callorders.console.alert;

import eu.callorders.console.ui.Texts;
import eu.callorders.console.ui.TimestampFormatter;

/** Texts of alerts in the language of the operator. */
final class AlertFormatter {
  private final Texts texts;
  private final TimestampFormatter times;

  AlertFormatter(Texts texts, TimestampFormatter times) {
    this.texts = texts;
    this.times = times;
  }

  String text(Alert alert) {
    return texts.get("alert." + alert.kind(), alert.subject());
  }

  String time(AlertEntry entry) {
    String since = times.realTime(entry.since());
    return entry.until() == null
        ? texts.get("since", since)
        : texts.get("since.until", since, times.realTime(entry.until().toString()));
  }

  /** Everything about the alert, for screen readers. */
  String description(AlertEntry entry) {
    String state = texts.get(entry.lasts() ? "lasts" : "over");
    return String.join(" ", text(entry.alert()), state + ",", time(entry) + ".");
  }
}
