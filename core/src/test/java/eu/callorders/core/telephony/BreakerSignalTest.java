package eu.callorders.core.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class BreakerSignalTest {

  @ParameterizedTest
  @CsvSource({
    "ANSWERED, NORMAL, SOUND",
    "ANSWERED, CARRIER_FAULT, SOUND",
    "NO_ANSWER, NORMAL, SOUND",
    "BUSY, NORMAL, SOUND",
    "BUSY, DECLINED, SOUND",
    "VOICEMAIL, NORMAL, SOUND",
    "CANCELED, STOPPED, NONE",
    "FAILED, NUMBER_INVALID, SOUND",
    "FAILED, REDIRECTED, SOUND",
    "FAILED, CARRIER_FAULT, FAULTY",
    "FAILED, REFUSED, FAULTY",
    "FAILED, OUTCOME_UNKNOWN, FAULTY",
    "FAILED, STOPPED, NONE",
  })
  void signalOfAnEndedCall(Disposition disposition, Cause cause, BreakerSignal signal) {
    assertThat(BreakerSignal.of(disposition, cause)).isEqualTo(signal);
  }

  @ParameterizedTest
  @EnumSource
  void onlyThePermanentRefusalCounts(PlaceResult.RefusalReason code) {
    assertThat(BreakerSignal.of(new PlaceResult.Refused(code, null)))
        .isEqualTo(
            code == PlaceResult.RefusalReason.UNROUTABLE
                ? BreakerSignal.FAULTY
                : BreakerSignal.NONE);
  }

  @Test
  void onlyAnUnknownResultOfPlacingCounts() {
    assertThat(BreakerSignal.of(new PlaceResult.Unknown("503"))).isEqualTo(BreakerSignal.FAULTY);
    assertThat(BreakerSignal.of(new PlaceResult.Accepted("ref"))).isEqualTo(BreakerSignal.NONE);
    assertThat(BreakerSignal.of(new PlaceResult.Conflict())).isEqualTo(BreakerSignal.NONE);
  }
}
