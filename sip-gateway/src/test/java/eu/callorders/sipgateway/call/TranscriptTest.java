package eu.callorders.sipgateway.call;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.core.telephony.GatewayEvent.Turn;
import java.time.Instant;
import org.junit.jupiter.api.Test;

class TranscriptTest {
  private static final Instant ANSWERED = Instant.parse("2026-12-01T10:00:00Z");

  private final Transcript transcript = new Transcript(ANSWERED);

  @Test
  void turnsAreInTheOrderOfTheirBeginnings() {
    transcript.agentBegins("Guten Tag", ANSWERED.plusMillis(400));
    transcript.subjectPresses("1", ANSWERED.plusMillis(900));
    transcript.agentEnds(ANSWERED.plusMillis(1_000));

    assertThat(transcript.turns())
        .containsExactly(
            new Turn(0, "agent", 400, 1_000, "Guten Tag"), new Turn(1, "subject", 900, 900, "[1]"));
    assertThat(transcript.isComplete()).isTrue();
  }

  @Test
  void stormOfKeysIsCutOff() {
    for (int i = 0; i < 20_000; i++) {
      transcript.subjectPresses("5", ANSWERED.plusMillis(i));
    }

    assertThat(transcript.turns()).hasSize(1_000);
    assertThat(transcript.isComplete()).isFalse();
  }
}
