package eu.callorders.console.steps;

import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Formats ISO 8601 durations in the language of the operator. */
final class IsoDurationFormatter {
  private static final Pattern DURATION =
      Pattern.compile("P(?:([0-9]{1,9})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?)?");

  private final Texts texts;

  IsoDurationFormatter(Texts texts) {
    this.texts = texts;
  }

  /** Formats days, hours and minutes; other durations stay unchanged. */
  String format(String duration) {
    Matcher span = DURATION.matcher(duration);
    if (!span.matches()) {
      return duration;
    }
    List<String> parts = new ArrayList<>();
    add(parts, "span.days", span.group(1));
    add(parts, "span.hours", span.group(2));
    add(parts, "span.minutes", span.group(3));
    return parts.isEmpty() ? duration : String.join(" ", parts);
  }

  private void add(List<String> parts, String key, @Nullable String count) {
    if (count != null) {
      parts.add(texts.get(key, Long.parseLong(count)));
    }
  }
}
