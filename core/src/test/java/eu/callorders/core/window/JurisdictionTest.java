package eu.callorders.core.window;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.ZoneId;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class JurisdictionTest {
  @ParameterizedTest
  @CsvSource({
    "10115, be", "80331, by", "20095, hh", "01067, sn", "01945, bb", "50667, nw", "60311, he",
    "66111, sl", "28195, hb", "27568, hb", "27580, hb", "17033, mv", "39104, st", "99084, th",
    "24103, sh", "30159, ni", "55116, rp", "55252, he", "70173, bw", "89231, by", "89073, bw",
    "04600, th", "06556, th", "19348, bb", "12529, 'bb,be'", "14715, 'bb,st'"
  })
  void postalCodeGivesTheState(String code, String states) {
    assertThat(GermanStates.ofPostalCode(code)).isEqualTo(Set.of(states.split(",", -1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "1011", "101155", "D-10115", "00000", "٠١٠٦٧"})
  void invalidPostalCodeGivesNoState(String code) {
    assertThat(GermanStates.ofPostalCode(code)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "3023125006, be", "6990009006, he", "4066969006, hh", "2214710006, nw", "8999998006, by",
    "3514567890, sn", "3914567890, st", "3654567890, th", "3854567890, mv", "3314567890, bb",
    "4214567890, hb", "5114567890, ni", "4314567890, sh", "6814567890, sl", "7114567890, bw",
    "2614567890, rp", "7314567890, 'bw,by'", "6214567890, 'bw,rp'"
  })
  void areaCodeGivesTheState(String number, String states) {
    assertThat(GermanStates.ofPhone(number)).isEqualTo(Set.of(states.split(",", -1)));
  }

  @ParameterizedTest
  @ValueSource(strings = {"17604069006", "1511234567", "8001234567", "7001234567", "9001234567"})
  void phoneWithoutAreaCodeGivesNoState(String number) {
    assertThat(GermanStates.ofPhone(number)).isEmpty();
  }

  @Test
  void everyCountryHasZones() {
    assertThat(CountryZones.all()).hasSizeGreaterThan(240);
    assertThat(CountryZones.of("PT"))
        .containsExactlyInAnyOrder(
            ZoneId.of("Europe/Lisbon"),
            ZoneId.of("Atlantic/Madeira"),
            ZoneId.of("Atlantic/Azores"));
    assertThat(CountryZones.of("XX")).isEmpty();
  }
}
