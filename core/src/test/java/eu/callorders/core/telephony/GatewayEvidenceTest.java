package eu.callorders.core.telephony;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Cause;
import eu.callorders.core.call.Disposition;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

class GatewayEvidenceTest {

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
  void anEndTells(Disposition disposition, Cause cause, GatewayEvidence evidence) {
    assertThat(GatewayEvidence.of(disposition, cause)).isEqualTo(evidence);
  }

  @ParameterizedTest
  @EnumSource
  void ofRefusalsOnlyTheOneForGoodTells(PlaceAnswer.Refusal code) {
    assertThat(GatewayEvidence.of(new PlaceAnswer.Refused(code, null)))
        .isEqualTo(
            code == PlaceAnswer.Refusal.UNROUTABLE ? GatewayEvidence.FAULTY : GatewayEvidence.NONE);
  }

  @Test
  void anAnswerThatNobodyUnderstandsTells() {
    assertThat(GatewayEvidence.of(new PlaceAnswer.Unknown("503")))
        .isEqualTo(GatewayEvidence.FAULTY);
    assertThat(GatewayEvidence.of(new PlaceAnswer.Accepted("ref"))).isEqualTo(GatewayEvidence.NONE);
    assertThat(GatewayEvidence.of(new PlaceAnswer.Conflict())).isEqualTo(GatewayEvidence.NONE);
  }
}
