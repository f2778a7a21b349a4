package eu.callorders.sipgateway.media;

/**
 * Tells a machine from a person by the first 8 seconds of sound: 3.5 seconds of speech without a
 * pause of half a second, or a beep. Pure; takes frames of 20 ms.
 */
final class VoicemailDetector {
  static final int FRAME = 160;

  private static final int MAX_FRAMES = 400;
  private static final int SPEECH_FRAMES = 175;
  private static final int PAUSE_FRAMES = 25;
  private static final int BEEP_FRAMES = 15;
  private static final double LOUD = 300;
  private static final int MIN_BEEP_HZ = 300;
  private static final int MAX_BEEP_HZ = 2_500;
  private static final double TONE_SHARE = 0.9;
  private static final int MAX_DRIFT_HZ = 30;

  private int frames;
  private int speech;
  private int pause;
  private int beep;
  private double beepHz;

  /** Takes the next frame; true at the first one that proves a machine. */
  boolean accept(short[] frame) {
    if (frames >= MAX_FRAMES) {
      return false;
    }
    frames++;
    double level = level(frame);
    if (level < LOUD) {
      beep = 0;
      pause++;
      if (pause >= PAUSE_FRAMES) {
        speech = 0;
      } else if (speech > 0) {
        speech++; // A short pause is part of the speech.
      }
      return false;
    }
    pause = 0;
    speech++;
    beep = isTone(frame, level) ? beep + 1 : 0;
    if (speech < SPEECH_FRAMES && beep < BEEP_FRAMES) {
      return false;
    }
    frames = MAX_FRAMES;
    return true;
  }

  /** Whether nothing more can be proven. */
  boolean isOver() {
    return frames >= MAX_FRAMES;
  }

  private static double level(short[] frame) {
    double sum = 0;
    for (short sample : frame) {
      sum += (double) sample * sample;
    }
    return Math.sqrt(sum / frame.length);
  }

  /** Whether nearly all energy is at one frequency, the same as in the frame before. */
  private boolean isTone(short[] frame, double level) {
    double hz = frequency(frame);
    boolean same = beep == 0 || Math.abs(hz - beepHz) <= MAX_DRIFT_HZ;
    beepHz = hz;
    return same
        && hz >= MIN_BEEP_HZ
        && hz <= MAX_BEEP_HZ
        && power(frame, hz) >= TONE_SHARE * level * level;
  }

  /** By zero crossings, interpolated at both ends. */
  private static double frequency(short[] frame) {
    double first = -1;
    double last = -1;
    int crossings = 0;
    for (int i = 1; i < frame.length; i++) {
      if (frame[i - 1] < 0 && frame[i] >= 0) {
        double at = i - 1 + (double) -frame[i - 1] / (frame[i] - frame[i - 1]);
        first = crossings == 0 ? at : first;
        last = at;
        crossings++;
      }
    }
    return crossings < 2 ? 0 : (crossings - 1) * G711.SAMPLE_RATE / (last - first);
  }

  /** Mean power of the part of the frame at that frequency. */
  private static double power(short[] frame, double hz) {
    double cosine = 0;
    double sine = 0;
    for (int i = 0; i < frame.length; i++) {
      double phase = 2 * Math.PI * hz * i / G711.SAMPLE_RATE;
      cosine += frame[i] * Math.cos(phase);
      sine += frame[i] * Math.sin(phase);
    }
    double half = frame.length / 2.0;
    return (cosine * cosine + sine * sine) / (2 * half * half);
  }
}
