package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class KeyDetectorTest {
  private final KeyDetector detector = new KeyDetector();

  @Test
  void latePacketOfAnEarlierEventIsNoKey() {
    assertThat(detector.detect(event(5, 1, 2_000))).contains('5');
    assertThat(detector.detect(event(6, 1, 3_000))).contains('6');

    assertThat(detector.detect(event(5, 1, 2_000))).isEmpty();
    assertThat(detector.detect(event(6, 1, 3_000))).isEmpty();
  }

  @Test
  void anotherSourceHasTimestampsOfItsOwn() {
    assertThat(detector.detect(event(1, 1, 1_000_000))).contains('1');

    assertThat(detector.detect(event(9, 2, 500))).contains('9');
    assertThat(detector.detect(event(9, 2, 500))).isEmpty();
  }

  @Test
  void otherEventsAndShortPacketsAreNoKeys() {
    assertThat(detector.detect(event(16, 1, 500))).isEmpty();
    assertThat(detector.detect(new RtpPacket(101, true, 1, 500, 1, new byte[3]))).isEmpty();
  }

  private static RtpPacket event(int event, int source, int timestamp) {
    return new RtpPacket(101, true, 1, timestamp, source, new byte[] {(byte) event, 10, 0, 0});
  }
}
