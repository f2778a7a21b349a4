package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import eu.callorders.sipgateway.config.PortRange;
import java.io.IOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Calls that share the media thread. */
class MediaEngineTest {
  private static final PortRange PORTS = new PortRange(28_000, 28_999);
  private static final int FLOOD = 20_000;
  private static final int MAX_IN_FRAME = 50;
  private static final int FRAME_MILLIS = 20;
  private static final int MAX_LATE_FRAMES = 12; // which the engine may catch up with

  private DatagramSocket telephone;

  @BeforeEach
  void open() throws SocketException {
    telephone = new DatagramSocket(0, InetAddress.getLoopbackAddress());
    telephone.setSoTimeout(60_000);
  }

  @AfterEach
  void close() {
    telephone.close();
  }

  @Test
  void faultOfOneCallDisturbsNoOther() throws Exception {
    try (MediaEngine engine = new MediaEngine(PORTS, Duration.ZERO);
        DatagramSocket other = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      int free = engine.freePorts();
      connect(
          engine,
          other,
          () -> {
            throw new IllegalStateException("a fault of the test");
          });
      connect(engine, telephone, () -> {});
      for (int i = 0; i < 10; i++) {
        receive(telephone);
      }

      assertThat(engine.freePorts()).isEqualTo(free - 1);
    }
  }

  @Test
  void floodOfSoundDoesNotFillTheQueuesOfOtherThreads() throws Exception {
    try (MediaEngine engine = new MediaEngine(PORTS, Duration.ofSeconds(60))) {
      AtomicInteger heard = new AtomicInteger();
      CountDownLatch end = new CountDownLatch(1);
      RtpSession session = connect(engine, telephone, () -> {});
      session.hear(
          samples -> {
            heard.incrementAndGet();
            if (samples.length == 1) {
              end.countDown();
            }
          });
      receive(telephone); // connected
      long begin = System.nanoTime();
      for (int i = 0; i < FLOOD; i++) {
        speak(telephone, 160, i, session.port());
      }
      while (!end.await(FRAME_MILLIS, TimeUnit.MILLISECONDS)) {
        speak(telephone, 1, FLOOD, session.port());
      }
      long frames = (System.nanoTime() - begin) / 1_000_000 / FRAME_MILLIS + MAX_LATE_FRAMES;

      assertThat(heard.get()).isLessThanOrEqualTo((int) (frames * MAX_IN_FRAME));
    }
  }

  /** The media thread is busy until both the receiver and the packet wait for it. */
  @Test
  void receiverHearsAPacketThatIsSentAfterItWasSet() throws Exception {
    try (MediaEngine engine = new MediaEngine(PORTS, Duration.ofSeconds(60))) {
      CountDownLatch busy = new CountDownLatch(1);
      CountDownLatch released = new CountDownLatch(1);
      CountDownLatch heard = new CountDownLatch(1);
      RtpSession session = connect(engine, telephone, () -> {});
      session.play(
          new short[160],
          () -> {
            busy.countDown();
            awaitUninterrupted(released);
          });
      busy.await();
      session.hear(samples -> heard.countDown());
      speak(telephone, 160, 1, session.port());
      released.countDown();

      assertThat(heard.await(10, TimeUnit.SECONDS)).isTrue();
    }
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void announcedAddressWinsOverAnotherSenderThatWasFirst() throws Exception {
    try (MediaEngine engine = new MediaEngine(PORTS, Duration.ofSeconds(60));
        DatagramSocket otherSender = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
      RtpSession session = connect(engine, telephone, () -> {});
      receive(telephone); // connected
      speak(otherSender, 160, 1, session.port());
      receive(otherSender);
      telephone.setSoTimeout(200);
      assertThatThrownBy(
              () -> {
                while (true) {
                  receive(telephone);
                }
              })
          .isInstanceOf(SocketTimeoutException.class);
      telephone.setSoTimeout(60_000);
      speak(telephone, 160, 2, session.port());

      assertThat(receive(telephone)).isEqualTo(session.port());
    }
  }

  /** Receives a packet; returns the port that it comes from. */
  private static int receive(DatagramSocket socket) throws IOException {
    DatagramPacket packet = new DatagramPacket(new byte[256], 256);
    socket.receive(packet);
    return packet.getPort();
  }

  private static RtpSession connect(
      MediaEngine engine, DatagramSocket telephone, Runnable onSilence) {
    RtpSession session =
        engine
            .open(
                new RtpSession.Listener() {
                  @Override
                  public void onKey(char key) {}

                  @Override
                  public void onVoicemail() {}

                  @Override
                  public void onSilence() {
                    onSilence.run();
                  }
                })
            .orElseThrow();
    session.connect(
        new SessionDescription(
            "127.0.0.1",
            telephone.getLocalPort(),
            G711.PCMA,
            null,
            SessionDescription.Direction.SENDRECV,
            false,
            null,
            List.of(),
            List.of()),
        SdpWriter.of("127.0.0.1", session.port(), 1, false));
    return session;
  }

  private static void speak(DatagramSocket from, int samples, int sequence, int port)
      throws IOException {
    ByteBuffer packet = ByteBuffer.allocate(12 + samples);
    packet.put((byte) 0x80).put((byte) 8).putShort((short) sequence);
    packet.putInt(sequence * 160).putInt(77);
    from.send(
        new DatagramPacket(
            packet.array(),
            packet.capacity(),
            new InetSocketAddress(InetAddress.getLoopbackAddress(), port)));
  }
}
