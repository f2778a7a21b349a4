package eu.callorders.client.files;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.PhoneNumberUtil.PhoneNumberFormat;
import java.text.DecimalFormatSymbols;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Reads phone numbers and amounts as people of a country write them. */
public final class LocalFormat {
  private static final LocalFormat EXAMPLE = new LocalFormat("DE");

  private final @Nullable String country;
  private final @Nullable AmountFormat amounts;

  /**
   * The format of a country.
   *
   * @param country ISO 3166 code; null leaves local numbers as they are
   */
  public LocalFormat(@Nullable String country) {
    this.country = country;
    this.amounts = country == null ? null : AmountFormat.of(country);
  }

  /**
   * How amounts are written.
   *
   * @param amount matches one
   * @param groups what separates groups of digits
   */
  private record AmountFormat(char decimal, Pattern groups, Pattern amount) {
    static AmountFormat of(String country) {
      char decimal = DecimalFormatSymbols.getInstance(locale(country)).getDecimalSeparator();
      String groups = decimal == ',' ? "[.\u00a0\u202f' ]" : "[,\u00a0\u202f' ]";
      String integer = "\\d{1,3}(" + groups + "\\d{3})+|\\d+";
      String amount = "-?(" + integer + ")([" + decimal + "]\\d+)?";
      return new AmountFormat(decimal, Pattern.compile(groups), Pattern.compile(amount));
    }

    /** Digits with a decimal point, where the text is an amount, else the text. */
    String read(String text) {
      return amount.matcher(text).matches()
          ? groups.matcher(text).replaceAll("").replace(decimal, '.')
          : text;
    }
  }

  /** E.164 where the text is a possible number, else the text. */
  public String phone(String text) {
    String region = country == null && text.startsWith("+") ? "ZZ" : country;
    if (region == null) {
      return text;
    }
    PhoneNumberUtil util = PhoneNumberUtil.getInstance();
    try {
      return util.format(util.parse(text, region), PhoneNumberFormat.E164);
    } catch (NumberParseException e) {
      return text;
    }
  }

  /** Digits with a decimal point, where the text is an amount of the country, else the text. */
  public String amount(String text) {
    return amounts == null ? text : amounts.read(text);
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
    return hint(text, EXAMPLE.phone(text));
  }

  /** What to say of a refused amount; empty when no country would help. */
  public static String amountHint(String text) {
    return hint(text, EXAMPLE.amount(text));
  }

  private static String hint(String text, String read) {
    return read.equals(text)
        ? ""
        : "; --country %s reads it as %s".formatted(EXAMPLE.country, read);
  }
}
