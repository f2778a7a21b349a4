package eu.callorders.console.sequence;

import eu.callorders.console.ui.DurationFormatter;
import eu.callorders.console.ui.Texts;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Durations as the operator writes them, such as {@code 2 days 4 hours} or {@code 2d 4h}. */
final class DurationFormat {
  /** Text key of the error that marks an unreadable duration. */
  static final String ERROR_KEY = "duration.fault";

  private static final Pattern ISO =
      Pattern.compile("P(?=[0-9T])([0-9]{1,5}D)?(T(?=[0-9])([0-9]{1,5}H)?([0-9]{1,5}M)?)?");
  private static final Pattern WORDS =
      Pattern.compile(
          "(?:([0-9.,\\h]+?)\\h*(?:d|days?|t|tage?)\\b)?[\\h,]*"
              + "(?:([0-9.,\\h]+?)\\h*(?:h|hours?|std|stunden?)\\b)?[\\h,]*"
              + "(?:([0-9.,\\h]+?)\\h*(?:m|min|minutes?|minuten?)\\b)?");

  private final DurationFormatter formatter;

  DurationFormat(Texts texts) {
    this.formatter = new DurationFormatter(texts);
  }

  /** An ISO 8601 duration in words; other texts stay unchanged. */
  String format(String duration) {
    return formatter.text(duration);
  }

  /** The ISO 8601 duration that a text means; empty for none. */
  static Optional<String> parse(String text) {
    String typed = text.strip();
    String iso = typed.toUpperCase(Locale.ROOT);
    if (ISO.matcher(iso).matches()) {
      return Optional.of(iso);
    }
    Matcher words = WORDS.matcher(typed.toLowerCase(Locale.ROOT));
    if (typed.isEmpty() || !words.matches()) {
      return Optional.empty();
    }
    String time = part(words.group(2), "H") + part(words.group(3), "M");
    return Optional.of("P" + part(words.group(1), "D") + (time.isEmpty() ? "" : "T" + time))
        .filter(it -> ISO.matcher(it).matches());
  }

  /** Without the separators of thousands. */
  private static String part(@Nullable String number, String unit) {
    return number == null ? "" : number.replaceAll("[^0-9]", "") + unit;
  }
}
