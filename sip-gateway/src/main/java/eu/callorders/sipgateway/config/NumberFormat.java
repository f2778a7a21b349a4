package eu.callorders.sipgateway.config;

/**
 * How a carrier wants telephone numbers.
 *
 * @param nationalCode calling code whose numbers are written with a leading 0; for {@code NATIONAL}
 */
public record NumberFormat(Kind kind, String nationalCode) {
  public static final NumberFormat PLUS_E164 = new NumberFormat(Kind.PLUS_E164, "");

  /** The spellings of {@code TRUNK_NUMBERS}. */
  public enum Kind {
    /** +4930123456. */
    PLUS_E164,
    /** 4930123456. */
    E164,
    /** 004930123456. */
    ZERO_ZERO_E164,
    /** 030123456 within the country, 00 and E.164 for others. */
    NATIONAL
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
      case NATIONAL ->
          digits.startsWith(nationalCode)
              ? "0" + digits.substring(nationalCode.length())
              : "00" + digits;
    };
  }
}
