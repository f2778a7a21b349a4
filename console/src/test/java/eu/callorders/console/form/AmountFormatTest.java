package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AmountFormatTest {
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          120,50 | 120.50
          120.50 | 120.50
          120 | 120
          -0,5 | -0.5
          1234,50 | 1234.50
          1.234,50 | 1234.50
          1,234.50 | 1234.50
          1.234.567 | 1234567
          1,234,567 | 1234567
          1.234.567,8 | 1234567.8
          """)
  void readsADecimalCommaAndADecimalPoint(String text, String amount) {
    assertThat(AmountFormat.parse(text)).contains(amount);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1.234", "1,234", "-12.345", "120,500"})
  void refusesThousandsThatMayBeDecimals(String text) {
    assertThat(AmountFormat.parse(text)).isEmpty();
    assertThat(AmountFormat.fault(text)).isEqualTo("amount.ambiguous");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"abc", "12.34.5", "1,234,50", "1.234.50", "1234.567", "12,34.5", "5 EUR", ","})
  void readsNothingElse(String text) {
    assertThat(AmountFormat.parse(text)).isEmpty();
    assertThat(AmountFormat.fault(text)).isEqualTo("amount.fault");
  }
}
