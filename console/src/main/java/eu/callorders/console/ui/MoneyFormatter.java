package eu.callorders.console.ui;

import com.fasterxml.jackson.databind.JsonNode;
import java.math.BigDecimal;
import java.text.NumberFormat;

/** Formats amounts of money in the operator's language. */
public final class MoneyFormatter {
  private MoneyFormatter() {}

  /** The amount with its currency; empty when both are missing. */
  public static String format(JsonNode money) {
    String amount = amount(money.path("value").asText(""));
    return (amount + " " + money.path("currency").asText("")).strip();
  }

  private static String amount(String value) {
    try {
      BigDecimal number = new BigDecimal(value);
      NumberFormat format = NumberFormat.getInstance();
      format.setMinimumFractionDigits(number.scale());
      format.setMaximumFractionDigits(number.scale());
      return format.format(number);
    } catch (NumberFormatException e) {
      return value;
    }
  }
}
