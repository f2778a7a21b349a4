package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class KeySenderTest {
  private final KeySender sender = new KeySender();

  @Test
  void everyKeyIsRecognizedOnceByADetector() {
    KeyDetector detector = new KeyDetector();
    "0123456789*#ABCD".chars().forEach(key -> sender.press((char) key));
    StringBuilder detected = new StringBuilder();
    drain().forEach(packet -> detector.detect(packet).ifPresent(detected::append));

    assertThat(detected).hasToString("0123456789*#ABCD");
  }

  @Test
  void eventGrowsAndItsEndComesThreeTimes() {
    sender.press('7');
    List<RtpPacket> packets = drain();

    assertThat(packets).hasSize(8);
    assertThat(packets.stream().map(RtpPacket::timestamp)).containsOnly(1000);
    assertThat(packets.stream().map(RtpPacket::marker))
        .containsExactly(true, false, false, false, false, false, false, false);
    assertThat(packets.stream().map(packet -> (packet.payload()[1] & 0x80) != 0))
        .containsExactly(false, false, false, false, false, true, true, true);
    assertThat(packets.stream().map(KeySenderTest::duration))
        .containsExactly(160, 320, 480, 640, 800, 960, 960, 960);
  }

  @Test
  void otherCharactersAndTooManyKeysAreDropped() {
    sender.press('x');
    assertThat(sender.isPending()).isFalse();
    for (int i = 0; i < 100; i++) {
      sender.press('1');
    }
    assertThat(drain()).hasSize(32 * 8);
  }

  private static int duration(RtpPacket packet) {
    return (packet.payload()[2] & 0xFF) << 8 | packet.payload()[3] & 0xFF;
  }

  private List<RtpPacket> drain() {
    List<RtpPacket> packets = new ArrayList<>();
    for (int i = 0; sender.isPending(); i++) {
      packets.add(sender.next(101, i, 1000 + 160 * i, 1));
    }
    return packets;
  }
}
