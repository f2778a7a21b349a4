package eu.callorders.simulator.scenario;

import java.text.NumberFormat;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Formats amounts, dates and instants as spoken in one language and zone. */
record ValueFormatter(Locale locale, ZoneId zone) {

  /** Formats a value of the contract: Money, date, date-time or text. */
  String formatValue(@Nullable Object value) {
    return switch (value) {
      case null -> "";
      case Map<?, ?> money -> amount(Money.of(money));
      case String text -> dateOrText(text);
      default -> String.valueOf(value);
    };
  }

  private String amount(Money money) {
    NumberFormat format = NumberFormat.getCurrencyInstance(locale);
    int digits = money.value().scale();
    try {
      Currency currency = Currency.getInstance(money.currency());
      format.setCurrency(currency);
      format.setMinimumFractionDigits(Math.max(0, currency.getDefaultFractionDigits()));
      format.setMaximumFractionDigits(Math.max(digits, currency.getDefaultFractionDigits()));
    } catch (IllegalArgumentException notIso) {
      return money.value().toPlainString() + " " + money.currency();
    }
    return format.format(money.value()).replace('\u00a0', ' ').replace('\u202f', ' ');
  }

  private String dateOrText(String text) {
    if (text.length() < 10 || text.charAt(4) != '-') {
      return text;
    }
    try {
      return text.length() == 10
          ? format("d. MMMM uuuu", "d MMMM uuuu").format(LocalDate.parse(text))
          : format("d. MMMM uuuu, HH:mm 'Uhr'", "d MMMM uuuu, HH:mm")
              .withZone(zone)
              .format(Instant.parse(text));
    } catch (DateTimeException noDate) {
      return text;
    }
  }

  private DateTimeFormatter format(String german, String other) {
    boolean isGerman = locale.getLanguage().equals(Locale.GERMAN.getLanguage());
    return DateTimeFormatter.ofPattern(isGerman ? german : other, locale);
  }
}
