package eu.callorders.sipgateway.media;

import java.nio.ByteBuffer;
import java.util.Optional;

/**
 * A packet of RFC 3550.
 *
 * @param payloadType 0 to 127
 * @param marker the first packet after silence, or of an event
 * @param sequence 16 bits
 * @param timestamp 32 bits, in samples
 * @param ssrc 32 bits, identifies the source
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
record RtpPacket(
    int payloadType, boolean marker, int sequence, int timestamp, int ssrc, byte[] payload) {
  private static final int HEADER = 12;
  private static final int VERSION = 2;

  /** Empty for anything but a packet of RTP version 2. */
  static Optional<RtpPacket> parse(ByteBuffer datagram) {
    if (datagram.remaining() < HEADER) {
      return Optional.empty();
    }
    int first = datagram.get() & 0xFF;
    int second = datagram.get() & 0xFF;
    int sequence = datagram.getShort() & 0xFFFF;
    int timestamp = datagram.getInt();
    int ssrc = datagram.getInt();
    if (first >> 6 != VERSION || !skipHeaderEnd(datagram, first)) {
      return Optional.empty();
    }
    int length = datagram.remaining();
    if ((first & 0x20) != 0 && length > 0) {
      length -= datagram.get(datagram.limit() - 1) & 0xFF; // padding
    }
    if (length < 0) {
      return Optional.empty();
    }
    byte[] payload = new byte[length];
    datagram.get(payload);
    return Optional.of(
        new RtpPacket(second & 0x7F, (second & 0x80) != 0, sequence, timestamp, ssrc, payload));
  }

  /** Skips contributing sources and the extension. */
  private static boolean skipHeaderEnd(ByteBuffer datagram, int first) {
    int skipped = (first & 0x0F) * 4;
    if (datagram.remaining() < skipped) {
      return false;
    }
    datagram.position(datagram.position() + skipped);
    if ((first & 0x10) == 0) {
      return true;
    }
    if (datagram.remaining() < 4) {
      return false;
    }
    datagram.getShort();
    int extension = (datagram.getShort() & 0xFFFF) * 4;
    if (datagram.remaining() < extension) {
      return false;
    }
    datagram.position(datagram.position() + extension);
    return true;
  }

  ByteBuffer encode() {
    return ByteBuffer.allocate(HEADER + payload.length)
        .put((byte) (VERSION << 6))
        .put((byte) ((marker ? 0x80 : 0) | payloadType))
        .putShort((short) sequence)
        .putInt(timestamp)
        .putInt(ssrc)
        .put(payload)
        .flip();
  }
}
