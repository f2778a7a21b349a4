package eu.callorders.console.form;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhoneFormatTest {
  @ParameterizedTest
  @CsvSource({
    "+49 30 23125000, +493023125000, true",
    "0049 (30) 23125-000, +493023125000, true",
    "030/23125000, 03023125000, false",
    "+49, +49, false",
    "+0123456789, +0123456789, false",
    "+1234567890123456, +1234567890123456, false",
    "'', '', false"
  })
  void readsPhonesAsTyped(String typed, String normalized, boolean isE164) {
    assertThat(PhoneFormat.normalize(typed)).isEqualTo(normalized);
    assertThat(PhoneFormat.isE164(PhoneFormat.normalize(typed))).isEqualTo(isE164);
  }
}
