package eu.callorders.sipgateway.agent;

import java.math.BigDecimal;
import java.text.NumberFormat;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.FormatStyle;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.ResourceBundle;
import org.jspecify.annotations.Nullable;

/** The sentences of the keypad agent in German or English. */
final class KeypadTexts {
  private final ResourceBundle sentences;
  private final Locale locale;

  /**
   * @param language BCP 47; anything but German is English
   */
  KeypadTexts(String language) {
    Locale wanted = Locale.forLanguageTag(language);
    this.locale = wanted.getLanguage().equals("de") ? Locale.GERMANY : Locale.UK;
    this.sentences =
        ResourceBundle.getBundle(
            "keypad",
            locale,
            ResourceBundle.Control.getNoFallbackControl(ResourceBundle.Control.FORMAT_PROPERTIES));
  }

  /** {@code de} or {@code en}. */
  String language() {
    return locale.getLanguage();
  }

  String sentence(String key) {
    return sentences.getString(key);
  }

  /** The question whether the person is the subject; names the person and nothing else. */
  String identityQuestion(@Nullable String salutation, @Nullable String given, String family) {
    String name = given == null ? family : given + " " + family;
    return fill("identity", Map.of("name", salutation == null ? name : salutation + " " + name));
  }

  /** The claim: creditor, amount and date. */
  String claim(Map<String, Object> claim) {
    String date = claim.get("due_date") instanceof String due ? date(due) : null;
    Map<String, String> fields =
        Map.of(
            "creditor", claim.get("creditor_name") instanceof String name ? name : "",
            "amount", amount(claim.get("outstanding")),
            "date", date == null ? "" : date);
    return fill(date == null ? "claim" : "claim_with_date", fields) + " " + sentence("choices");
  }

  private String amount(@Nullable Object money) {
    if (money instanceof Map<?, ?> members
        && members.get("value") instanceof String value
        && members.get("currency") instanceof String currency) {
      NumberFormat format = NumberFormat.getNumberInstance(locale);
      format.setMinimumFractionDigits(2);
      return format.format(new BigDecimal(value)) + " " + currencyName(currency);
    }
    return "";
  }

  private String currencyName(String code) {
    try {
      return Currency.getInstance(code).getDisplayName(locale);
    } catch (IllegalArgumentException unknown) {
      return code;
    }
  }

  private @Nullable String date(String text) {
    try {
      return LocalDate.parse(text)
          .format(DateTimeFormatter.ofLocalizedDate(FormatStyle.LONG).withLocale(locale));
    } catch (DateTimeParseException none) {
      return null;
    }
  }

  private String fill(String key, Map<String, String> fields) {
    String text = sentence(key);
    for (Map.Entry<String, String> field : fields.entrySet()) {
      text = text.replace("{" + field.getKey() + "}", field.getValue());
    }
    return text;
  }
}
