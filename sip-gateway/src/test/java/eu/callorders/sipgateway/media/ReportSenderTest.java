package eu.callorders.sipgateway.media;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class ReportSenderTest {
  private static final long SECOND = 1_000_000_000L;
  private static final SrtpKey KEY = SrtpKey.random();

  private DatagramChannel ours;
  private DatagramChannel theirs;
  private InetSocketAddress sound;
  private ReportSender sender;

  @BeforeEach
  void open() throws IOException {
    ours = bound();
    theirs = bound();
    sound = new InetSocketAddress(InetAddress.getLoopbackAddress(), 9);
    sender = new ReportSender(ours, 0xCAFEBABE);
    sender.heardFrom((InetSocketAddress) theirs.getLocalAddress());
  }

  @AfterEach
  void close() throws IOException {
    ours.close();
    theirs.close();
  }

  @Test
  void reportComesEveryFiveSecondsWithWhatWasSent() throws Exception {
    sender.tick(0, sound, 100, null);
    sender.sent(160);
    sender.sent(160);
    sender.tick(4 * SECOND, sound, 200, null);
    sender.tick(5 * SECOND, sound, 300, null);
    sender.tick(6 * SECOND, sound, 400, null);
    sender.sent(160);
    sender.tick(10 * SECOND, sound, 500, null);
    ByteBuffer first = receive();
    ByteBuffer second = receive();

    assertThat(first.getInt(4)).isEqualTo(0xCAFEBABE);
    assertThat(first.getInt(16)).isEqualTo(300);
    assertThat(first.getInt(20)).isEqualTo(2);
    assertThat(first.getInt(24)).isEqualTo(320);
    assertThat(second.getInt(16)).isEqualTo(500);
    assertThat(second.getInt(20)).isEqualTo(3);
  }

  @Test
  void encryptedSoundHasEncryptedReports() throws Exception {
    sender.tick(0, sound, 100, SrtpTransform.sender(KEY));
    sender.tick(5 * SECOND, sound, 300, SrtpTransform.sender(KEY));
    ByteBuffer encrypted = receive();

    assertThat(encrypted.getInt(4)).isEqualTo(0xCAFEBABE);
    assertThat(encrypted.getInt(16)).isNotEqualTo(300);
    ByteBuffer plain = SrtpTransform.receiver(KEY).unprotectControl(encrypted).orElseThrow();
    assertThat(plain.getInt(16)).isEqualTo(300);
  }

  @Test
  void reportsOfAnotherHostDoNotRedirectOurs() throws Exception {
    InetSocketAddress next =
        new InetSocketAddress(
            InetAddress.getLoopbackAddress(),
            ((InetSocketAddress) theirs.getLocalAddress()).getPort() - 1);
    sender.heardFrom(new InetSocketAddress("192.0.2.1", 5005));
    sender.tick(0, next, 100, null);
    sender.tick(5 * SECOND, next, 300, null);

    assertThat(receive().getInt(16)).isEqualTo(300);
  }

  private ByteBuffer receive() throws IOException {
    ByteBuffer packet = ByteBuffer.allocate(256);
    theirs.receive(packet);
    return packet.flip();
  }

  private static DatagramChannel bound() throws IOException {
    return DatagramChannel.open().bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0));
  }
}
