package eu.callorders.console.session;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PhoneMaskTest {
  @ParameterizedTest
  @CsvSource({
    "+493023125021, +49…5021",
    "+15551234567, +15…4567",
    "+1234567, +12…4567",
    "+123456, …",
    "112, …",
    "'', ''"
  })
  void showsStartAndEnd(String phone, String masked) {
    assertThat(PhoneMask.mask(phone)).isEqualTo(masked);
  }
}
