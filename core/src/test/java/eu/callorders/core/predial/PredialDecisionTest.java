package eu.callorders.core.predial;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.call.Money;
import eu.callorders.core.predial.PredialCheck.OnFailure;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class PredialDecisionTest {
  private static final Instant NOW = Instant.parse("2026-11-23T13:00:00Z");
  private static final PredialReply FAILED =
      new PredialReply.Failed(PredialFailure.CONNECTION_FAILED);

  @ParameterizedTest
  @EnumSource(OnFailure.class)
  void followsEveryAnswerWhateverTheSetting(OnFailure onFailure) {
    Money outstanding = Money.of("80", "EUR");
    Instant until = NOW.plus(Duration.ofDays(2));

    assertThat(PredialDecision.of(new PredialReply.Proceed(outstanding), onFailure, 3, NOW))
        .isEqualTo(new PredialDecision.Dial(outstanding, null));
    assertThat(PredialDecision.of(new PredialReply.Hold(until), onFailure, 3, NOW))
        .isEqualTo(new PredialDecision.Hold(until, null, 0));
    assertThat(PredialDecision.of(new PredialReply.Cancel("paid"), onFailure, 3, NOW))
        .isEqualTo(new PredialDecision.Cancel("paid"));
  }

  @Test
  void dialsWithoutAnswerWhereTheSettingSaysSo() {
    assertThat(PredialDecision.of(FAILED, OnFailure.PROCEED, 0, NOW))
        .isEqualTo(new PredialDecision.Dial(null, PredialFailure.CONNECTION_FAILED));
  }

  @Test
  void asksAgainAfterAMinuteDoublingToFifteen() {
    assertThat(IntStream.range(0, 7).mapToObj(PredialDecisionTest::pause))
        .containsExactly(
            Duration.ofMinutes(1),
            Duration.ofMinutes(2),
            Duration.ofMinutes(4),
            Duration.ofMinutes(8),
            Duration.ofMinutes(15),
            Duration.ofMinutes(15),
            Duration.ofMinutes(15));
    assertThat(pause(Integer.MAX_VALUE - 1)).isEqualTo(Duration.ofMinutes(15));
  }

  private static Duration pause(int failuresBefore) {
    PredialDecision.Hold hold =
        (PredialDecision.Hold) PredialDecision.of(FAILED, OnFailure.HOLD, failuresBefore, NOW);
    assertThat(hold.failure()).isEqualTo(PredialFailure.CONNECTION_FAILED);
    assertThat(hold.failures()).isEqualTo(failuresBefore + 1);
    return Duration.between(NOW, hold.until());
  }
}
