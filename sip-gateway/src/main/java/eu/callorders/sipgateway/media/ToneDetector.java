package eu.callorders.sipgateway.media;

import java.util.Arrays;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Recognizes keys by their tones (ITU-T Q.23), for telephones without telephone events: each key
 * once, from 40 ms on. Takes frames of 20 ms.
 */
final class ToneDetector {
  private static final int[] ROWS = {697, 770, 852, 941};
  private static final int[] COLUMNS = {1_209, 1_336, 1_477, 1_633};
  private static final String KEYS = "123A456B789C*0#D";
  private static final double MIN_POWER = 100 * 100;
  private static final double TONE_SHARE = 0.7;
  private static final double MAX_RATIO = 6.3; // 8 dB
  private static final int FRAMES = 2;

  private @Nullable Character current;
  private int frames;

  /** The key that this frame proves; empty while it goes on. */
  Optional<Character> detect(short[] frame) {
    Character key = key(frame);
    frames = key != null && key.equals(current) ? frames + 1 : 1;
    current = key;
    return frames == FRAMES ? Optional.ofNullable(key) : Optional.empty();
  }

  private static @Nullable Character key(short[] frame) {
    double all = 0;
    for (short sample : frame) {
      all += (double) sample * sample / frame.length;
    }
    if (all < MIN_POWER) {
      return null;
    }
    double[] rows = powers(frame, ROWS);
    double[] columns = powers(frame, COLUMNS);
    int row = strongest(rows);
    int column = strongest(columns);
    double ratio = rows[row] / columns[column];
    boolean isKey =
        rows[row] + columns[column] >= TONE_SHARE * all
            && ratio <= MAX_RATIO
            && ratio >= 1 / MAX_RATIO;
    return isKey ? KEYS.charAt(row * COLUMNS.length + column) : null;
  }

  private static double[] powers(short[] frame, int[] frequencies) {
    return Arrays.stream(frequencies).mapToDouble(hz -> power(frame, hz)).toArray();
  }

  /** Mean power of the part of the frame at that frequency, by Goertzel's algorithm. */
  private static double power(short[] frame, int hz) {
    double factor = 2 * Math.cos(2 * Math.PI * hz / G711.SAMPLE_RATE);
    double last = 0;
    double before = 0;
    for (short sample : frame) {
      double next = sample + factor * last - before;
      before = last;
      last = next;
    }
    double energy = last * last + before * before - factor * last * before;
    return 2 * energy / ((double) frame.length * frame.length);
  }

  private static int strongest(double[] powers) {
    int strongest = 0;
    for (int i = 1; i < powers.length; i++) {
      strongest = powers[i] > powers[strongest] ? i : strongest;
    }
    return strongest;
  }
}
