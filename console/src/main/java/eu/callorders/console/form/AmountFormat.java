package eu.callorders.console.form;

import java.util.Optional;
import java.util.regex.Pattern;

/** Amounts with a decimal comma or point, whatever the language of the operator. */
final class AmountFormat {
  private static final Pattern PLAIN = Pattern.compile("-?[0-9]+([.,][0-9]{1,2})?");
  private static final Pattern GROUPED =
      Pattern.compile("-?[0-9]{1,3}((\\.[0-9]{3})+(,[0-9]{1,2})?|(,[0-9]{3})+(\\.[0-9]{1,2})?)");

  /** Thousands or thousandths. */
  private static final Pattern AMBIGUOUS = Pattern.compile("-?[0-9]{1,3}[.,][0-9]{3}");

  private AmountFormat() {}

  /** The amount with a decimal point; empty for an ambiguous or unreadable text. */
  static Optional<String> parse(String text) {
    if (PLAIN.matcher(text).matches()) {
      return Optional.of(text.replace(',', '.'));
    }
    if (!GROUPED.matcher(text).matches() || AMBIGUOUS.matcher(text).matches()) {
      return Optional.empty();
    }
    int last = Math.max(text.lastIndexOf('.'), text.lastIndexOf(','));
    boolean hasDecimals = text.indexOf(text.charAt(last)) == last;
    String whole = (hasDecimals ? text.substring(0, last) : text).replaceAll("[.,]", "");
    return Optional.of(hasDecimals ? whole + "." + text.substring(last + 1) : whole);
  }

  /** Text key of what is wrong with a text that has no amount. */
  static String fault(String text) {
    return AMBIGUOUS.matcher(text).matches() ? "amount.ambiguous" : "amount.fault";
  }
}
