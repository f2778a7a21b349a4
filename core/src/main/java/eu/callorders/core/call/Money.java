package eu.callorders.core.call;

import java.math.BigDecimal;

/**
 * An amount of money.
 *
 * @param value exact, in units of the currency, with the fraction digits it was given with
 * @param currency ISO 4217 code
 */
public record Money(BigDecimal value, String currency) {

  /** The amount of that wire spelling, for example {@code 120.50}. */
  public static Money of(String value, String currency) {
    return new Money(new BigDecimal(value), currency);
  }

  /** The decimal spelling of the value, as it was given. */
  public String wireValue() {
    return value.toPlainString();
  }
}
