package eu.callorders.console.overview;

import eu.callorders.console.ui.Texts;

/** Formats durations given in milliseconds. */
final class ElapsedTimeFormatter {
  private static final long SECOND = 1000;
  private static final long MINUTE = 60 * SECOND;
  private static final long HOUR = 60 * MINUTE;
  private static final long DAY = 24 * HOUR;

  private final Texts texts;

  ElapsedTimeFormatter(Texts texts) {
    this.texts = texts;
  }

  /** Uses the largest unit that is at least one. */
  String format(long milliseconds) {
    if (milliseconds < SECOND) {
      return texts.get("span.milliseconds", milliseconds);
    }
    if (milliseconds < MINUTE) {
      return texts.get("span.seconds", milliseconds / (double) SECOND);
    }
    if (milliseconds < HOUR) {
      return texts.get("span.minutes", milliseconds / (double) MINUTE);
    }
    if (milliseconds < 2 * DAY) {
      return texts.get("span.hours", milliseconds / (double) HOUR);
    }
    return texts.get("span.days", milliseconds / (double) DAY);
  }
}
