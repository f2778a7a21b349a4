package eu.callorders.console.ui;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats ISO 8601 durations of days, hours and minutes; others stay unchanged. */
public final class DurationFormatter {
  private static final Pattern DURATION =
      Pattern.compile("P(?:([0-9]{1,9})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?)?");

  private final Texts texts;

  /** With texts that fall back to those of ui. */
  public DurationFormatter(Texts texts) {
    this.texts = texts;
  }

  public String text(String duration) {
    Matcher matcher = DURATION.matcher(duration);
    if (!matcher.matches()) {
      return duration;
    }
    List<String> parts = new ArrayList<>();
    add(parts, "duration.days", matcher.group(1));
    add(parts, "duration.hours", matcher.group(2));
    add(parts, "duration.minutes", matcher.group(3));
    return parts.isEmpty() ? duration : String.join(" ", parts);
  }

  /** To the nearest minute; of days, without minutes. */
  public String text(Duration duration) {
    Duration rounded = duration.plusSeconds(30);
    long days = rounded.toDays();
    int hours = rounded.toHoursPart();
    int minutes = days == 0 ? rounded.toMinutesPart() : 0;
    return text(
        (days > 0 ? "P" + days + "D" : "P")
            + (hours > 0 || minutes > 0 ? "T" : "")
            + (hours > 0 ? hours + "H" : "")
            + (minutes > 0 ? minutes + "M" : ""));
  }

  private void add(List<String> parts, String key, @Nullable String count) {
    if (count != null) {
      parts.add(texts.get(key, Long.parseLong(count)));
    }
  }
}
