package eu.callorders.sipgateway.media;

import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.Deque;

/** Sends keys as telephone events of RFC 4733, whose end comes three times. */
final class KeySender {
  private static final int MAX_PENDING = 32;
  private static final int PACKETS = 8;
  private static final int ENDS = 3;
  private static final byte END = (byte) 0x80;
  private static final byte VOLUME = 10;

  private final Deque<Integer> events = new ArrayDeque<>();
  private int sent;
  private int beganAt;

  /** Keys that are too many are dropped. */
  void press(char key) {
    int event = KeyDetector.KEYS.indexOf(key);
    if (event >= 0 && events.size() < MAX_PENDING) {
      events.add(event);
    }
  }

  boolean isPending() {
    return !events.isEmpty();
  }

  /**
   * The next packet of the event that goes on.
   *
   * @param timestamp of the sound that it replaces
   */
  RtpPacket next(int payloadType, int sequence, int timestamp, int ssrc) {
    if (sent == 0) {
      beganAt = timestamp;
    }
    sent++;
    int event = events.element();
    int duration = Math.min(sent, PACKETS - ENDS + 1) * VoicemailDetector.FRAME;
    boolean first = sent == 1;
    boolean end = sent > PACKETS - ENDS;
    if (sent == PACKETS) {
      sent = 0;
      events.remove();
    }
    byte[] payload =
        ByteBuffer.allocate(4)
            .put((byte) event)
            .put(end ? (byte) (END | VOLUME) : VOLUME)
            .putShort((short) duration)
            .array();
    return new RtpPacket(payloadType, first, sequence, beganAt, ssrc, payload);
  }
}
