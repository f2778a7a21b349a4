package eu.callorders.sipgateway.media;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;

/**
 * A report of RFC 3550 on what we send, with our name.
 *
 * @param name of the source, the same for a whole call
 * @param timestamp of the sound at that instant
 */
record SenderReport(int ssrc, String name, Instant at, int timestamp, int packets, int octets) {
  private static final byte VERSION = (byte) 0x80;
  private static final byte TYPE = (byte) 200;
  private static final byte DESCRIPTION = (byte) 202;
  private static final byte ONE_SOURCE = (byte) 0x81;
  private static final byte NAME = 1;
  private static final int REPORT_WORDS = 7;
  private static final long SECONDS_1900_TO_1970 = 2_208_988_800L;

  ByteBuffer encode() {
    byte[] text = name.getBytes(StandardCharsets.US_ASCII);
    int descriptionWords = 2 + (2 + text.length) / Integer.BYTES + 1; // ends with zeros
    ByteBuffer packet = ByteBuffer.allocate((REPORT_WORDS + descriptionWords) * Integer.BYTES);
    packet.put(VERSION).put(TYPE).putShort((short) (REPORT_WORDS - 1)).putInt(ssrc);
    packet.putInt((int) (at.getEpochSecond() + SECONDS_1900_TO_1970));
    packet.putInt((int) (((long) at.getNano() << Integer.SIZE) / 1_000_000_000L));
    packet.putInt(timestamp).putInt(packets).putInt(octets);
    packet.put(ONE_SOURCE).put(DESCRIPTION).putShort((short) (descriptionWords - 1)).putInt(ssrc);
    packet.put(NAME).put((byte) text.length).put(text);
    return packet.rewind();
  }
}
