package eu.callorders.server.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.i18n.phonenumbers.NumberParseException;
import com.google.i18n.phonenumbers.PhoneNumberUtil;
import eu.callorders.core.call.PhoneNumber;
import eu.callorders.simulator.scenario.MagicNumber;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The API accepts magic numbers only if they are possible numbers. */
class FictionalNumbersTest {
  private final PhoneNumberUtil plan = PhoneNumberUtil.getInstance();

  @ParameterizedTest
  @ValueSource(
      strings = {
        "+493023125000",
        "+493023125999",
        "+496990009000",
        "+494066969000",
        "+492214710000",
        "+498999998999",
        "+4917604069000",
        "+4917604069099",
        "+491713920000",
        "+491713920099",
        "+447700900000",
        "+441632960000",
        "+442079460999",
        "+33199000000",
        "+33199009999",
        "+33639980000",
        "+33639989999",
        "+12125550100",
        "+16045550199",
      })
  void fictionalNumbersHaveTheLengthOfTheirPlan(String phone) throws NumberParseException {
    assertThat(MagicNumber.isFictional(new PhoneNumber(phone))).isTrue();
    assertThat(plan.isPossibleNumber(plan.parse(phone, null))).isTrue();
  }
}
