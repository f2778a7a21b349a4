package eu.callorders.sipgateway.media;

import java.util.Optional;

/**
 * Recognizes keys in telephone events of RFC 4733: each event once, however many packets it has.
 */
final class KeyDetector {
  static final String KEYS = "0123456789*#ABCD";
  private static final int LENGTH = 4;

  private boolean any;
  private int lastSource;
  private int lastTimestamp;

  /**
   * The key of an event that begins with this packet, or whose first packets were lost. Another
   * source, as after a transfer, has timestamps of its own.
   */
  Optional<Character> detect(RtpPacket packet) {
    boolean sameSource = any && packet.ssrc() == lastSource;
    if (packet.payload().length < LENGTH || (sameSource && packet.timestamp() == lastTimestamp)) {
      return Optional.empty();
    }
    int event = packet.payload()[0] & 0xFF;
    // A late packet of an earlier event.
    if (event >= KEYS.length() || (sameSource && packet.timestamp() - lastTimestamp < 0)) {
      return Optional.empty();
    }
    any = true;
    lastSource = packet.ssrc();
    lastTimestamp = packet.timestamp();
    return Optional.of(KEYS.charAt(event));
  }
}
