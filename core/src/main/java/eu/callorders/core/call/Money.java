package eu.callorders.core.call;

import java.math.BigDecimal;

/**
 * An amount of money.
 *
 * @param value exact, in units of the currency; keeps the given fraction digits
 * @param currency ISO 4217 code
 */
public record Money(BigDecimal value, String currency) {

  /** Parses the wire format, for example {@code 120.50}. */
  public static Money of(String value, String currency) {
    return new Money(new BigDecimal(value), currency);
  }

  /** The decimal value with its given fraction digits. */
  public String wireValue() {
    return value.toPlainString();
  }
}
