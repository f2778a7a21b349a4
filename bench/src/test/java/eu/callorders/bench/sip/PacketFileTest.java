package eu.callorders.bench.sip;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.bench.sip.PacketFile.Datagram;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PacketFileTest {
  private static final int UDP = 17;
  private static final int TCP = 6;

  @TempDir Path directory;

  @ParameterizedTest
  @CsvSource({"A1B2C3D4, 5, 5000", "A1B23C4D, 5, 5"})
  void datagramsAreReadInEitherByteOrder(String magic, int fraction, int nanos) throws Exception {
    for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
      ByteBuffer bytes = header(order, Integer.parseUnsignedInt(magic, 16));
      packet(bytes, 7, fraction, UDP, "first");
      packet(bytes, 8, 0, TCP, "no datagram");
      packet(bytes, 9, 0, UDP, "second");

      List<Datagram> read = read(bytes.flip());
      assertThat(read)
          .extracting(each -> new String(each.payload(), UTF_8))
          .containsExactly("first", "second");
      assertThat(read.getFirst().at()).isEqualTo(Instant.ofEpochSecond(7, nanos));
      assertThat(read.getFirst().from()).isEqualTo(40_000);
      assertThat(read.getFirst().to()).isEqualTo(6_000);
    }
  }

  @Test
  void lastPacketMayBeCutOff() throws Exception {
    ByteBuffer bytes = header(ByteOrder.LITTLE_ENDIAN, 0xA1B2C3D4);
    packet(bytes, 7, 0, UDP, "whole");
    packet(bytes, 8, 0, UDP, "cut off");

    assertThat(read(bytes.flip().limit(bytes.limit() - 3)))
        .extracting(each -> new String(each.payload(), UTF_8))
        .containsExactly("whole");
  }

  @Test
  void otherFilesAreRefused() {
    assertThatThrownBy(() -> read(ByteBuffer.wrap(new byte[100]))).isInstanceOf(IOException.class);
    assertThatThrownBy(() -> read(ByteBuffer.wrap(new byte[3]))).isInstanceOf(IOException.class);
  }

  private List<Datagram> read(ByteBuffer bytes) throws IOException {
    Path file = directory.resolve("packets.pcap");
    Files.write(file, Arrays.copyOf(bytes.array(), bytes.limit()));
    List<Datagram> read = new ArrayList<>();
    PacketFile.read(file, read::add);
    return read;
  }

  private static ByteBuffer header(ByteOrder order, int magic) {
    return ByteBuffer.allocate(1_000).order(order).putInt(magic).put(new byte[20]);
  }

  private static void packet(
      ByteBuffer bytes, int second, int fraction, int protocol, String text) {
    byte[] payload = text.getBytes(UTF_8);
    int length = 14 + 20 + 8 + payload.length;
    bytes.putInt(second).putInt(fraction).putInt(length).putInt(length);
    ByteOrder order = bytes.order();
    bytes.order(ByteOrder.BIG_ENDIAN);
    bytes.put(new byte[12]).putShort((short) 0x0800);
    bytes.put((byte) 0x45).put(new byte[8]).put((byte) protocol).put(new byte[10]);
    bytes.putShort((short) 40_000).putShort((short) 6_000).putInt(0).put(payload);
    bytes.order(order);
  }
}
