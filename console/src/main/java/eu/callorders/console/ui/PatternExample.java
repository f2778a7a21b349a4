package eu.callorders.console.ui;

import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** A text that a pattern of the contract permits, in place of the regular expression. */
final class PatternExample {
  /** A pattern that permits one of them says little about the form of a text. */
  private static final List<String> ODD = List.of("\u00e4~1", "x_Y-9");

  /** Special ones first: a pattern of languages also permits the code of a country. */
  private static final List<String> EXAMPLES =
      List.of(
          "120.50",
          "14:30",
          "2026-01-31",
          "2026-01-31T14:00:00Z",
          "P3D",
          "+493023125000",
          "100/60",
          "de-DE",
          "EUR",
          "DE",
          "call_order.*",
          "payment.received",
          "payment_reminder");

  private PatternExample() {}

  /** Empty when none is known. */
  static Optional<String> of(String pattern) {
    try {
      Predicate<String> permits = Pattern.compile(pattern).asPredicate();
      return ODD.stream().anyMatch(permits)
          ? Optional.empty()
          : EXAMPLES.stream().filter(permits).findFirst();
    } catch (PatternSyntaxException e) {
      return Optional.empty();
    }
  }
}
