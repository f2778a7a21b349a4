package eu.callorders.sipgateway.media;

import java.nio.ByteBuffer;
import java.util.Arrays;
import org.jitsi.utils.ByteArrayBuffer;

/** A packet in the form that the SRTP library changes. */
final class PacketBuffer implements ByteArrayBuffer {
  private byte[] bytes;
  private int offset;
  private int length;

  /**
   * Copies a packet.
   *
   * @param spare bytes that it may grow by
   */
  PacketBuffer(ByteBuffer packet, int spare) {
    length = packet.remaining();
    bytes = new byte[length + spare];
    packet.get(packet.position(), bytes, 0, length);
  }

  ByteBuffer toByteBuffer() {
    return ByteBuffer.wrap(bytes, offset, length).slice();
  }

  @Override
  public byte[] getBuffer() {
    return bytes;
  }

  @Override
  public int getOffset() {
    return offset;
  }

  @Override
  public int getLength() {
    return length;
  }

  @Override
  public void setLength(int changed) {
    length = changed;
  }

  @Override
  public void setOffset(int changed) {
    offset = changed;
  }

  @Override
  public boolean isInvalid() {
    return offset < 0 || length < 0 || offset + length > bytes.length;
  }

  @Override
  public void readRegionToBuff(int from, int count, byte[] target) {
    System.arraycopy(bytes, offset + from, target, 0, count);
  }

  @Override
  public void grow(int count) {
    if (offset + length + count > bytes.length) {
      bytes = Arrays.copyOf(bytes, offset + length + count);
    }
  }

  @Override
  public void append(byte[] data, int count) {
    grow(count);
    System.arraycopy(data, 0, bytes, offset + length, count);
    length += count;
  }

  @Override
  public void shrink(int count) {
    length -= count;
  }
}
