package eu.callorders.client.files;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Reads phone numbers and amounts as people of a country write them.
 *
 * @param country ISO 3166 code; null leaves local numbers as they are
 */
public record LocalFormat(@Nullable String country) {
  private static final String EXAMPLE = "DE";

  /** E.164 where the text is a possible number, else the text. */
  public String phone(String text) {
    String region = country == null && text.startsWith("+") ? "ZZ" : country;
    return region == null ? text : phone(text, region);
  }

  private static String phone(String text, String region) {
    PhoneNumberUtil util = PhoneNumberUtil.getInstance();
    try {
      return util.format(util.parse(text, region), PhoneNumberFormat.E164);
    } catch (NumberParseException e) {
      return text;
    }
  }

  /** Digits with a decimal point, where the text is an amount of the country, else the text. */
  public String amount(String text) {
    return country == null ? text : amount(text, country);
  }

  private static String amount(String text, String country) {
    char decimal = DecimalFormatSymbols.getInstance(locale(country)).getDecimalSeparator();
    String groups = decimal == ',' ? "[.\u00a0\u202f' ]" : "[,\u00a0\u202f' ]";
    String point = "[" + decimal + "]";
    String integer = "\\d{1,3}(" + groups + "\\d{3})+|\\d+";
    if (!text.matches("-?(" + integer + ")(" + point + "\\d+)?")) {
      return text;
    }
    return text.replaceAll(groups, "").replace(decimal, '.');
  }

  /** A locale of the country, with the language of the same code where there is one. */
  private static Locale locale(String country) {
    return Arrays.stream(Locale.getAvailableLocales())
        .filter(each -> each.getCountry().equals(country))
        .min(
            (a, b) ->
                Boolean.compare(
                    !a.getLanguage().equalsIgnoreCase(country),
                    !b.getLanguage().equalsIgnoreCase(country)))
        .orElse(Locale.ROOT);
  }

  /** What to say of a refused phone number; empty when no country would help. */
  public static String phoneHint(String text) {
    String read = phone(text, EXAMPLE);
    return read.equals(text) ? "" : "; --country %s reads it as %s".formatted(EXAMPLE, read);
  }

  /** What to say of a refused amount; empty when no country would help. */
  public static String amountHint(String text) {
    String read = amount(text, EXAMPLE);
    return read.equals(text) ? "" : "; --country %s reads it as %s".formatted(EXAMPLE, read);
  }
}
