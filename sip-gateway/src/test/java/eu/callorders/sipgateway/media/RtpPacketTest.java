package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.util.HexFormat;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RtpPacketTest {
  private static final int EVENT_TYPE = 101;

  @Test
  void roundTrips() {
    RtpPacket packet =
        new RtpPacket(8, true, 65_535, 0xFFFF_FF60, 0xDEAD_BEEF, new byte[] {1, 2, 3});
    RtpPacket parsed = RtpPacket.parse(packet.encode()).orElseThrow();

    assertThat(parsed).usingRecursiveComparison().isEqualTo(packet);
  }

  @Test
  void skipsSourcesExtensionAndPadding() {
    String header = "b188000100000002000000030000000f"; // padding, extension, one source
    String extension = "bede000100112233";
    RtpPacket packet = parse(header + extension + "aabb" + "0002").orElseThrow();

    assertThat(packet.payload()).containsExactly(0xAA, 0xBB);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "80",
        "0088000100000002000000",
        "4088000100000002000000030000",
        "8f88000100000002000000030000",
        "9088000100000002000000030000ffff",
        "a0880001000000020000000300ff"
      })
  void ignoresWhatIsNoPacket(String hex) {
    assertThat(parse(hex)).isEmpty();
  }

  @Test
  void garbageIsNoFault() {
    Random random = new Random(7);
    for (int i = 0; i < 100_000; i++) {
      byte[] garbage = new byte[random.nextInt(64)];
      random.nextBytes(garbage);
      RtpPacket.parse(ByteBuffer.wrap(garbage))
          .ifPresent(packet -> assertThat(packet.payload()).hasSizeLessThan(64));
    }
  }

  @Test
  void keyIsRecognizedOncePerEvent() {
    KeyDetector keys = new KeyDetector();

    assertThat(keys.detect(event(9, 1000))).contains('9');
    assertThat(keys.detect(event(9, 1000))).isEmpty(); // the event goes on
    assertThat(keys.detect(event(9, 1000))).isEmpty(); // its end, repeated
    assertThat(keys.detect(event(9, 2600))).contains('9'); // pressed again
    assertThat(keys.detect(event(10, 4200))).contains('*');
    assertThat(keys.detect(event(11, 5800))).contains('#');
    assertThat(keys.detect(event(9, 2600))).isEmpty(); // late
    assertThat(keys.detect(event(16, 9000))).isEmpty(); // a hook flash
  }

  @Test
  void timestampsMayWrapBetweenKeys() {
    KeyDetector keys = new KeyDetector();

    assertThat(keys.detect(event(1, 0xFFFF_FF00))).contains('1');
    assertThat(keys.detect(event(2, 0x0000_0100))).contains('2');
  }

  private static RtpPacket event(int key, int timestamp) {
    return new RtpPacket(EVENT_TYPE, false, 1, timestamp, 1, new byte[] {(byte) key, 10, 0, 80});
  }

  private static Optional<RtpPacket> parse(String hex) {
    return RtpPacket.parse(ByteBuffer.wrap(HexFormat.of().parseHex(hex)));
  }
}
