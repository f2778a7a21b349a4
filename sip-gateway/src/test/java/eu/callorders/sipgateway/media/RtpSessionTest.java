package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Sound from a side whose description has a name, which is not looked up. */
class RtpSessionTest {
  private static final long LATCH_NANOS = 3_000_000_000L;
  private static final long SILENCE_NANOS = 30_000_000_000L;
  private static final InetSocketAddress SOURCE =
      new InetSocketAddress(InetAddress.getLoopbackAddress(), 4000);

  private DatagramChannel rtp;
  private DatagramChannel rtcp;
  private RtpSession session;
  private int silences;

  @BeforeEach
  void open() throws IOException {
    rtp = DatagramChannel.open();
    rtcp = DatagramChannel.open();
    session =
        new RtpSession(
            4002,
            rtp,
            rtcp,
            SILENCE_NANOS,
            new RtpSession.Listener() {
              @Override
              public void onKey(char key) {}

              @Override
              public void onVoicemail() {}

              @Override
              public void onSilence() {
                silences++;
              }
            },
            Runnable::run,
            closed -> {});
  }

  @AfterEach
  void close() {
    session.close();
  }

  @Test
  void firstSourceCountsForThreeSecondsFromTheAnswerOn() {
    connect(); // while it rings
    long answered = System.nanoTime();
    connect();
    session.received(packet(), SOURCE, answered + LATCH_NANOS);

    assertThat(session.statistics().received()).isEqualTo(1);
  }

  @Test
  void sourceThatComesLaterIsNotHeard() {
    connect();
    session.received(packet(), SOURCE, System.nanoTime() + LATCH_NANOS + 1);

    assertThat(session.statistics().received()).isZero();
  }

  @Test
  void silenceIsNoticedWithoutAnAddress() {
    connect();
    session.tick(System.nanoTime());
    assertThat(silences).isZero();
    session.tick(System.nanoTime() + SILENCE_NANOS + 1);

    assertThat(silences).isEqualTo(1);
  }

  private void connect() {
    session.connect(
        new SessionDescription(
            "phone.test",
            4000,
            G711.PCMA,
            null,
            SessionDescription.Direction.SENDRECV,
            false,
            null,
            List.of(),
            List.of()),
        SdpWriter.of("127.0.0.1", 4002, 1, false));
  }

  private static ByteBuffer packet() {
    return new RtpPacket(8, false, 1, 160, 7, new byte[160]).encode();
  }
}
