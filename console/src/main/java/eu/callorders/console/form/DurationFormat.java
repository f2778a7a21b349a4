package eu.callorders.console.form;

import eu.callorders.console.ui.DurationFormatter;
import eu.callorders.console.ui.Texts;
import java.math.BigInteger;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Durations as the operator writes them, such as {@code 2 weeks}, {@code 2d 4h} or {@code P2D}. */
public final class DurationFormat {
  /** Text key of the error that marks an unreadable duration. */
  public static final String ERROR_KEY = "duration.fault";

  /** Of days, hours and minutes, as the service reads it. */
  private static final Pattern RESULT =
      Pattern.compile("P(?=[0-9T])([0-9]{1,5}D)?(T(?=[0-9])([0-9]{1,5}H)?([0-9]{1,5}M)?)?");

  private static final Pattern ISO =
      Pattern.compile(
          "p(?=[0-9t])(?:([0-9]{1,4})w)?(?:([0-9]{1,5})d)?"
              + "(?:t(?=[0-9])(?:([0-9]{1,5})h)?(?:([0-9]{1,5})m)?)?");

  /** May have separators of thousands, as the texts of durations do. */
  private static final String NUMBER = "([0-9]{1,3}(?:[.,\\h][0-9]{3})+|[0-9]+)";

  private static final Pattern WORDS =
      Pattern.compile(
          part("w|weeks?|wochen?")
              + "[\\h,]*"
              + part("d|days?|t|tage?n?")
              + "[\\h,]*"
              + part("h|hours?|std|stunden?")
              + "[\\h,]*"
              + part("m|min|minutes?|minuten?"));

  private static final BigInteger DAYS_PER_WEEK = BigInteger.valueOf(7);

  private final DurationFormatter formatter;

  public DurationFormat(Texts texts) {
    this.formatter = new DurationFormatter(texts);
  }

  /** An ISO 8601 duration in words; other texts stay unchanged. */
  public String format(String duration) {
    return formatter.text(duration);
  }

  /** The ISO 8601 duration that a text means; empty for none. */
  public static Optional<String> parse(String text) {
    String typed = text.strip().toLowerCase(Locale.ROOT);
    return Stream.of(ISO, WORDS)
        .map(pattern -> pattern.matcher(typed))
        .filter(Matcher::matches)
        .findFirst()
        .map(DurationFormat::iso8601)
        .filter(duration -> RESULT.matcher(duration).matches());
  }

  private static String part(String units) {
    return "(?:" + NUMBER + "\\h*(?:" + units + ")\\b)?";
  }

  private static String iso8601(Matcher parts) {
    Optional<BigInteger> weeks = number(parts.group(1)).map(DAYS_PER_WEEK::multiply);
    Optional<BigInteger> days = number(parts.group(2));
    String time = with(number(parts.group(3)), "H") + with(number(parts.group(4)), "M");
    return "P"
        + with(Stream.of(weeks, days).flatMap(Optional::stream).reduce(BigInteger::add), "D")
        + (time.isEmpty() ? "" : "T" + time);
  }

  private static Optional<BigInteger> number(@Nullable String text) {
    return Optional.ofNullable(text).map(it -> new BigInteger(it.replaceAll("[^0-9]", "")));
  }

  private static String with(Optional<BigInteger> number, String unit) {
    return number.map(it -> it + unit).orElse("");
  }
}
