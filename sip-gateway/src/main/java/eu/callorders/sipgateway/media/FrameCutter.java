package eu.callorders.sipgateway.media;

import java.util.function.Consumer;

/** Cuts sound into frames of 20 ms, whatever packets it comes in. Confined to the media thread. */
final class FrameCutter {
  private final short[] frame = new short[VoicemailDetector.FRAME];
  private final Consumer<short[]> frames;
  private int filled;

  /**
   * @param frames receives each complete frame, which the next one overwrites
   */
  FrameCutter(Consumer<short[]> frames) {
    this.frames = frames;
  }

  void add(short[] samples) {
    for (short sample : samples) {
      frame[filled] = sample;
      filled++;
      if (filled == frame.length) {
        filled = 0;
        frames.accept(frame);
      }
    }
  }
}
