package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Machines are found by time, however the sound is cut into packets. */
class SoundAnalyzerTest {
  private static final int PER_MILLI = 8;
  private static final int COMFORT_NOISE = 13;
  private static final SessionDescription DESCRIPTION =
      new SessionDescription(
          "127.0.0.1",
          4000,
          G711.PCMA,
          101,
          SessionDescription.Direction.SENDRECV,
          false,
          null,
          List.of(),
          List.of());

  private final Random random = new Random(3);
  private int machines;
  private int sequence;
  private int timestamp = Integer.MAX_VALUE - 5_000; // overflows meanwhile
  private final SoundAnalyzer analyzer =
      new SoundAnalyzer(
          new RtpSession.Listener() {
            @Override
            public void onKey(char key) {}

            @Override
            public void onVoicemail() {
              machines++;
            }

            @Override
            public void onSilence() {}
          });

  @BeforeEach
  void listen() {
    analyzer.detectVoicemail();
  }

  @ParameterizedTest
  @ValueSource(ints = {10, 20, 30, 40, 60})
  void longSpeechIsAMachineInPacketsOfEachLength(int ptime) {
    speak(3_420, ptime);
    assertThat(machines).isZero();
    speak(180, ptime);

    assertThat(machines).isEqualTo(1);
  }

  @Test
  void pauseThatIsNotSentIsAPause() {
    for (int i = 0; i < 5; i++) {
      speak(1_200, 20);
      accept(COMFORT_NOISE, new byte[] {0});
      timestamp += 520 * PER_MILLI;
    }

    assertThat(machines).isZero();
  }

  @Test
  void pausesCountAmongTheFirstEightSeconds() {
    for (int i = 0; i < 8; i++) {
      speak(20, 20);
      timestamp += 980 * PER_MILLI;
    }
    speak(5_000, 20);

    assertThat(machines).isZero();
  }

  @Test
  void latePacketAddsNoPause() {
    for (int i = 0; i < 50; i++) {
      timestamp += 20 * PER_MILLI;
      speak(20, 20);
      timestamp -= 40 * PER_MILLI;
      speak(20, 20);
      timestamp += 20 * PER_MILLI;
    }

    assertThat(machines).isZero(); // 2 seconds of sound, and the gaps before the late packets
  }

  private void speak(int millis, int ptime) {
    for (int at = 0; at < millis; at += ptime) {
      short[] samples = new short[ptime * PER_MILLI];
      for (int i = 0; i < samples.length; i++) {
        samples[i] = (short) (random.nextGaussian() * 2_000);
      }
      accept(G711.PCMA.payloadType(), G711.PCMA.encode(samples, 0, samples.length));
      timestamp += samples.length;
    }
  }

  private void accept(int type, byte[] payload) {
    sequence++;
    analyzer.accept(new RtpPacket(type, false, sequence, timestamp, 7, payload), DESCRIPTION);
  }
}
