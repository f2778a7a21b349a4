package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VoicemailDetectorTest {
  private final VoicemailDetector detector = new VoicemailDetector();
  private final Random random = new Random(3);

  @Test
  void longSpeechIsAMachine() {
    assertThat(hears(true, 3_460)).isFalse();
    assertThat(hears(true, 60)).isTrue();
  }

  @Test
  void shortPausesArePartOfTheSpeech() {
    for (int i = 0; i < 2; i++) {
      assertThat(hears(true, 1_000)).isFalse();
      assertThat(hears(false, 460)).isFalse();
    }
    assertThat(hears(true, 1_000)).isTrue();
  }

  @Test
  void personPausesForTheAnswer() {
    for (int i = 0; i < 4; i++) {
      assertThat(hears(true, 1_200)).isFalse();
      assertThat(hears(false, 520)).isFalse();
    }
  }

  @Test
  void speechAfterEightSecondsSaysNothing() {
    assertThat(hears(false, 8_000)).isFalse();
    assertThat(hears(true, 5_000)).isFalse();
  }

  @ParameterizedTest
  @ValueSource(ints = {440, 800, 1_000, 1_400, 2_000})
  void beepIsAMachine(int hz) {
    assertThat(hears(true, 400)).isFalse();
    assertThat(hears(false, 600)).isFalse();
    assertThat(beep(hz, 400)).isTrue();
  }

  @Test
  void shortToneIsNoBeep() {
    assertThat(beep(1_000, 240)).isFalse();
  }

  private boolean hears(boolean speech, int millis) {
    boolean machine = false;
    for (int i = 0; i < millis / 20; i++) {
      short[] frame = new short[VoicemailDetector.FRAME];
      for (int j = 0; speech && j < frame.length; j++) {
        frame[j] = (short) (random.nextGaussian() * 2_000);
      }
      machine |= detector.accept(frame);
    }
    return machine;
  }

  private boolean beep(int hz, int millis) {
    boolean machine = false;
    for (int i = 0; i < millis / 20; i++) {
      short[] frame = new short[VoicemailDetector.FRAME];
      for (int j = 0; j < frame.length; j++) {
        double phase = 2 * Math.PI * hz * (i * frame.length + j) / G711.SAMPLE_RATE;
        frame[j] = (short) (6_000 * Math.sin(phase));
      }
      machine |= detector.accept(frame);
    }
    return machine;
  }
}
