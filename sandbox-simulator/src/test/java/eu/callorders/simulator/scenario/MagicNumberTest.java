package eu.callorders.simulator.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.PhoneNumber;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class MagicNumberTest {

  @ParameterizedTest
  @CsvSource({
    "+493023125000, +493023125999",
    "+496990009000, +496990009999",
    "+494066969000, +494066969999",
    "+492214710000, +492214710999",
    "+498999998000, +498999998999",
    "+4917604069000, +4917604069099",
    "+491713920000, +491713920099",
    "+447700900000, +447700900999",
    "+441632960000, +441632960999",
    "+442079460000, +442079460999",
    "+33199000000, +33199009999",
    "+33639980000, +33639989999",
    "+12125550100, +12125550199",
    "+14165550100, +14165550199",
    "+19995550100, +19995550199",
  })
  void rangesAreExact(String first, String last) {
    assertThat(isFictional(first)).isTrue();
    assertThat(isFictional(last)).isTrue();
    assertThat(isFictional(shifted(first, -1))).isFalse();
    assertThat(isFictional(shifted(last, 1))).isFalse();
    assertThat(isFictional(first + "0")).isFalse();
    assertThat(isFictional(first.substring(0, first.length() - 1))).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "+",
        "493023125021",
        "+49302312502x",
        "+12125551121",
        "+18005550121",
        "+18885550121",
        "+19005550121",
        "+11125550121",
        "+491709999921"
      })
  void otherPhonesAreNotFictional(String number) {
    assertThat(isFictional(number)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+4930231257",
        "+49176040690",
        "+4477009007",
        "+331990012",
        "+336399807",
        "+121255501"
      })
  void lastTwoDigitsMeanTheSameInEveryRange(String range) {
    assertThat(MagicNumber.of(new PhoneNumber(range + "28")).outcome())
        .isEqualTo(ConversationOutcome.REFUSED);
    assertThat(MagicNumber.of(new PhoneNumber(range + "11")).flows())
        .containsExactly(CallFlow.BUSY);
  }

  @Test
  void allOtherDigitsAreAnOrdinaryConversation() {
    Set<String> listed =
        Set.of(
            "01", "02", "04", "10", "11", "12", "13", "14", "20", "21", "22", "23", "24", "25",
            "26", "27", "28", "29", "30", "31", "32", "33", "34", "35", "36", "37", "38", "39",
            "40", "41", "42", "43", "44");
    for (int i = 0; i < 100; i++) {
      String digits = "%02d".formatted(i);
      MagicNumber.Row row = MagicNumber.of(new PhoneNumber("+4930231254" + digits));
      assertThat(row == MagicNumber.DEFAULT).as(digits).isEqualTo(!listed.contains(digits));
    }
  }

  @Test
  void phoneOutsideTheRangesIsOrdinary() {
    assertThat(MagicNumber.of(new PhoneNumber("+4915112345602"))).isSameAs(MagicNumber.DEFAULT);
  }

  private static boolean isFictional(String number) {
    return MagicNumber.isFictional(new PhoneNumber(number));
  }

  private static String shifted(String number, long by) {
    return "+" + (Long.parseLong(number.substring(1)) + by);
  }
}
