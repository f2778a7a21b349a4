package eu.callorders.simulator.scenario;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** An amount in the contract's shape {@code {value, currency}}. */
record Money(BigDecimal value, String currency) {
  private static final int CENTS = 2;
  private static final Pattern AMOUNT = Pattern.compile("[0-9]{1,15}([.][0-9]{1,4})?");
  private static final Money ZERO = new Money(BigDecimal.ZERO.setScale(CENTS), "EUR");

  /** Reads the contract's shape; any other value is a zero amount. */
  static Money of(@Nullable Object document) {
    return document instanceof Map<?, ?> map
            && map.get("value") instanceof String value
            && AMOUNT.matcher(value).matches()
            && map.get("currency") instanceof String currency
        ? new Money(new BigDecimal(value), currency)
        : ZERO;
  }

  Map<String, Object> document() {
    Map<String, Object> document = new LinkedHashMap<>();
    document.put("value", value.toPlainString());
    document.put("currency", currency);
    return document;
  }

  /** The n-th part, rounded up to cents so that the parts cover the whole. */
  Money part(int parts) {
    return new Money(value.divide(BigDecimal.valueOf(parts), CENTS, RoundingMode.UP), currency);
  }

  Money percent(int percent) {
    return new Money(
        value
            .multiply(BigDecimal.valueOf(percent))
            .movePointLeft(2)
            .setScale(CENTS, RoundingMode.UP),
        currency);
  }

  /** The greater amount; of different currencies, this one. */
  Money atLeast(Money floor) {
    return floor.currency.equals(currency) && floor.value.compareTo(value) > 0 ? floor : this;
  }
}
