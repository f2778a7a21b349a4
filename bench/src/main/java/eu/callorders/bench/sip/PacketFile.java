package eu.callorders.bench.sip;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.time.Instant;
import java.util.function.Consumer;

/** A file of libpcap with datagrams over IPv4 and Ethernet, as of Linux's loopback interface. */
final class PacketFile {
  private static final int MICROSECONDS = 0xA1B2C3D4;
  private static final int NANOSECONDS = 0xA1B23C4D;
  private static final int FILE_HEADER = 24;
  private static final int PACKET_HEADER = 16;
  private static final int ETHERNET = 14;
  private static final int IPV4 = 0x0800;
  private static final int UDP = 17;
  private static final int UDP_HEADER = 8;

  private PacketFile() {}

  /**
   * A datagram.
   *
   * @param from port
   * @param to port
   */
  @SuppressWarnings("ArrayRecordComponent") // never compared
  record Datagram(Instant at, int from, int to, byte[] payload) {}

  /** Hands each datagram to a receiver; the last one may be cut off. */
  static void read(Path file, Consumer<Datagram> receiver) throws IOException {
    try (FileChannel channel = FileChannel.open(file)) {
      ByteBuffer bytes = channel.map(FileChannel.MapMode.READ_ONLY, 0, channel.size());
      boolean nanos = readHeader(bytes);
      while (bytes.remaining() >= PACKET_HEADER) {
        long second = Integer.toUnsignedLong(bytes.getInt());
        long fraction = Integer.toUnsignedLong(bytes.getInt()) * (nanos ? 1 : 1_000);
        int length = bytes.getInt();
        bytes.getInt(); // before it was cut
        if (bytes.remaining() < length) {
          return;
        }
        ByteBuffer frame = bytes.slice(bytes.position(), length);
        bytes.position(bytes.position() + length);
        accept(Instant.ofEpochSecond(second, fraction), frame, receiver);
      }
    }
  }

  /** Whether times have nanoseconds; the byte order is that of the writer. */
  private static boolean readHeader(ByteBuffer bytes) throws IOException {
    if (bytes.remaining() < FILE_HEADER) {
      throw new IOException("the file of packets is empty");
    }
    bytes.order(ByteOrder.BIG_ENDIAN);
    int magic = bytes.getInt(0);
    if (magic != MICROSECONDS && magic != NANOSECONDS) {
      bytes.order(ByteOrder.LITTLE_ENDIAN);
      magic = bytes.getInt(0);
    }
    if (magic != MICROSECONDS && magic != NANOSECONDS) {
      throw new IOException("this is no file of libpcap");
    }
    bytes.position(FILE_HEADER);
    return magic == NANOSECONDS;
  }

  private static void accept(Instant at, ByteBuffer frame, Consumer<Datagram> receiver) {
    if (frame.remaining() < ETHERNET + 20 || unsigned(frame, 12) != IPV4) {
      return;
    }
    int header = ETHERNET + (frame.get(ETHERNET) & 0x0F) * 4;
    if (frame.get(ETHERNET + 9) != UDP || frame.remaining() < header + UDP_HEADER) {
      return;
    }
    byte[] payload = new byte[frame.remaining() - header - UDP_HEADER];
    frame.get(header + UDP_HEADER, payload);
    receiver.accept(
        new Datagram(at, unsigned(frame, header), unsigned(frame, header + 2), payload));
  }

  private static int unsigned(ByteBuffer frame, int at) {
    return (frame.get(at) & 0xFF) << 8 | (frame.get(at + 1) & 0xFF);
  }
}
