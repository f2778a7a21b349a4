package eu.callorders.sipgateway.media;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** What is to be sent, cut into frames of 20 ms. Confined to the media thread. */
final class SpeechQueue {
  private static final int MAX_SAMPLES = 120 * G711.SAMPLE_RATE;
  private static final int MAX_RELAYED = G711.SAMPLE_RATE / 5;
  private static final int MAX_SPEECHES = 10_000;

  private final Deque<Speech> speeches = new ArrayDeque<>();
  private int queued;

  /** Samples being sent; {@code finished} runs at their end. */
  private static final class Speech {
    private final short[] samples;
    private final Runnable finished;
    private int position;

    Speech(short[] samples, Runnable finished) {
      this.samples = samples;
      this.finished = finished;
    }
  }

  /** Speaks instead of what is queued, whose end is not reported. */
  void replace(short[] samples, Runnable finished) {
    speeches.clear();
    queued = 0;
    add(samples, finished);
  }

  /**
   * Speaks after what is queued. More than two minutes are dropped, but their end is reported; so
   * are more than 10,000 pieces, empty ones too, whose end is reported now.
   */
  void append(short[] samples, Runnable finished) {
    if (speeches.size() >= MAX_SPEECHES) {
      finished.run();
    } else {
      add(queued + samples.length > MAX_SAMPLES ? new short[0] : samples, finished);
    }
  }

  /** Speaks sound of another call; what is more than 200 ms late is dropped, the oldest first. */
  void relay(short[] samples) {
    while (!speeches.isEmpty() && queued + samples.length > MAX_RELAYED) {
      Speech oldest = speeches.remove();
      queued -= oldest.samples.length - oldest.position;
      oldest.finished.run();
    }
    add(samples, () -> {});
  }

  private void add(short[] samples, Runnable finished) {
    speeches.add(new Speech(samples, finished));
    queued += samples.length;
  }

  /** Speaks nothing of what is queued, whose end is reported now. */
  void clear() {
    List<Speech> dropped = List.copyOf(speeches);
    speeches.clear();
    queued = 0;
    dropped.forEach(speech -> speech.finished.run());
  }

  /** The next 20 ms; silence where nothing is queued. */
  short[] nextFrame() {
    short[] frame = new short[VoicemailDetector.FRAME];
    int filled = 0;
    for (Speech speech = speeches.peek();
        speech != null && filled < frame.length;
        speech = speeches.peek()) {
      int count = Math.min(frame.length - filled, speech.samples.length - speech.position);
      System.arraycopy(speech.samples, speech.position, frame, filled, count);
      speech.position += count;
      filled += count;
      queued -= count;
      if (speech.position == speech.samples.length) {
        speeches.remove();
        speech.finished.run();
      }
    }
    return frame;
  }
}
