package eu.callorders.console.steps;

import eu.callorders.console.ui.Texts;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Spans of time in the operator's words. */
final class IsoDurationFormatter {
  private static final Pattern SPAN =
      Pattern.compile("P(?:([0-9]{1,9})D)?(?:T(?:([0-9]{1,9})H)?(?:([0-9]{1,9})M)?)?");

  private final Texts texts;

  IsoDurationFormatter(Texts texts) {
    this.texts = texts;
  }

  /** An ISO 8601 duration of days, hours and minutes; what is none is shown as it is. */
  String text(String duration) {
    Matcher span = SPAN.matcher(duration);
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
