package eu.callorders.sipgateway.config;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import com.google.i18n.phonenumbers.Phonenumber;
import java.util.Optional;

/**
 * How a carrier wants telephone numbers.
 *
 * @param region ISO 3166 code of the country from which they are dialed; for {@code NATIONAL}
 */
public record NumberFormat(Kind kind, String region) {
  public static final NumberFormat PLUS_E164 = new NumberFormat(Kind.PLUS_E164, "");

  private static final PhoneNumberUtil NUMBERS = PhoneNumberUtil.getInstance();

  /** The spellings of {@code TRUNK_NUMBERS}. */
  public enum Kind {
    /** +4930123456. */
    PLUS_E164,
    /** 4930123456. */
    E164,
    /** 004930123456. */
    ZERO_ZERO_E164,
    /** As dialed within the country: in Germany 030123456, and 0043 for Austria. */
    NATIONAL
  }

  /** Empty unless numbers abroad have one prefix in the region, whatever the carrier. */
  static Optional<NumberFormat> national(String region) {
    String abroad = NUMBERS.getCountryCodeForRegion(region) == 49 ? "AT" : "DE";
    return NUMBERS.getSupportedRegions().contains(region)
            && !NUMBERS
                .formatOutOfCountryCallingNumber(NUMBERS.getExampleNumber(abroad), region)
                .startsWith("+")
        ? Optional.of(new NumberFormat(Kind.NATIONAL, region))
        : Optional.empty();
  }

  /**
   * Writes a number.
   *
   * @param e164 with its plus
   */
  public String write(String e164) {
    String digits = e164.substring(1);
    return switch (kind) {
      case PLUS_E164 -> e164;
      case E164 -> digits;
      case ZERO_ZERO_E164 -> "00" + digits;
      case NATIONAL -> dialed(e164);
    };
  }

  private String dialed(String e164) {
    try {
      Phonenumber.PhoneNumber number = NUMBERS.parse(e164, null);
      boolean known =
          number.getCountryCode() != NUMBERS.getCountryCodeForRegion(region)
              || NUMBERS.isValidNumber(number);
      return known
          ? NUMBERS.formatOutOfCountryCallingNumber(number, region).replaceAll("[^0-9]", "")
          : Optional.ofNullable(NUMBERS.getNddPrefixForRegion(region, true)).orElse("")
              + NUMBERS.getNationalSignificantNumber(number);
    } catch (NumberParseException e) {
      throw new IllegalArgumentException("no telephone number", e);
    }
  }
}
