package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;

class SenderReportTest {

  @Test
  void reportIsFollowedByTheName() {
    SenderReport report =
        new SenderReport(
            0xCAFEBABE, "cafebabe", Instant.parse("1970-01-01T00:00:00.500Z"), 1600, 10, 1600);

    assertThat(hex(report))
        .isEqualTo(
            "80c80006"
                + "cafebabe" // version, sender report, 7 words, source
                + "83aa7e80"
                + "80000000" // seconds since 1900, their fraction
                + "00000640"
                + "0000000a"
                + "00000640" // time of the sound, packets, octets
                + "81ca0004"
                + "cafebabe" // one source, description, 5 words
                + "0108"
                + HexFormat.of().formatHex("cafebabe".getBytes(StandardCharsets.US_ASCII))
                + "0000");
  }

  @Test
  void everyLengthOfANameEndsWithAZeroAtAWord() {
    for (int length = 1; length < 20; length++) {
      ByteBuffer packet = new SenderReport(1, "n".repeat(length), Instant.EPOCH, 0, 0, 0).encode();

      assertThat(packet.remaining() % 4).isZero();
      assertThat(packet.get(packet.limit() - 1)).isZero();
      assertThat(packet.remaining()).isEqualTo(28 + 4 * (packet.getShort(30) + 1));
    }
  }

  private static String hex(SenderReport report) {
    ByteBuffer packet = report.encode();
    byte[] bytes = new byte[packet.remaining()];
    packet.get(bytes);
    return HexFormat.of().formatHex(bytes);
  }
}
