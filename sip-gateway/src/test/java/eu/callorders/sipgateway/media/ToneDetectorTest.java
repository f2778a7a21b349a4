package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;

class ToneDetectorTest {
  private static final String[] KEYS = {"123A", "456B", "789C", "*0#D"};
  private static final int[] ROWS = {697, 770, 852, 941};
  private static final int[] COLUMNS = {1_209, 1_336, 1_477, 1_633};

  private final ToneDetector detector = new ToneDetector();
  private final Random random = new Random(5);
  private int at;

  @Test
  void everyKeyIsFoundOnceInEitherLawThoughItsTonesAreInexact() {
    for (G711 law : G711.values()) {
      for (double drift : new double[] {0.99, 1, 1.01}) {
        for (int row = 0; row < 4; row++) {
          for (int column = 0; column < 4; column++) {
            String found = tones(law, ROWS[row] * drift, COLUMNS[column] * drift, 2_500, 100);
            assertThat(found + pause()).isEqualTo(KEYS[row].substring(column, column + 1));
          }
        }
      }
    }
  }

  @Test
  void sameKeyAfterAPauseIsAnotherOne() {
    assertThat(tones(G711.PCMA, 852, 1_477, 2_500, 80)).isEqualTo("9");
    pause();
    assertThat(tones(G711.PCMA, 852, 1_477, 2_500, 80)).isEqualTo("9");
  }

  @Test
  void shortToneIsNoKey() {
    assertThat(tones(G711.PCMA, 852, 1_477, 2_500, 20) + pause()).isEmpty();
  }

  @Test
  void oneToneOrTwoOfDifferentStrengthAreNoKey() {
    assertThat(tones(G711.PCMA, 852, 852, 4_000, 200)).isEmpty();
    assertThat(tones(G711.PCMA, 852, 1_477, 400, 200)).isEmpty(); // beside 2,500
  }

  @Test
  void noiseIsNoKey() {
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < 10_000; i++) {
      short[] frame = new short[VoicemailDetector.FRAME];
      for (int j = 0; j < frame.length; j++) {
        frame[j] = (short) (random.nextGaussian() * 2_000);
      }
      detector.detect(frame).ifPresent(found::append);
    }
    assertThat(found).isEmpty();
  }

  /** What is found in two tones, the second one at 2,500. */
  private String tones(G711 law, double first, double second, int level, int millis) {
    StringBuilder found = new StringBuilder();
    for (int i = 0; i < millis / 20; i++) {
      short[] frame = new short[VoicemailDetector.FRAME];
      for (int j = 0; j < frame.length; j++, at++) {
        double time = 2 * Math.PI * at / G711.SAMPLE_RATE;
        frame[j] = (short) (level * Math.sin(first * time) + 2_500 * Math.sin(second * time));
      }
      byte[] coded = law.encode(frame, 0, frame.length);
      detector.detect(law.decode(coded)).ifPresent(found::append);
    }
    return found.toString();
  }

  private String pause() {
    return detector.detect(new short[VoicemailDetector.FRAME]).map(String::valueOf).orElse("");
  }
}
