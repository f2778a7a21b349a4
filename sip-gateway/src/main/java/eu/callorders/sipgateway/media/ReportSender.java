package eu.callorders.sipgateway.media;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.time.Instant;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Reports every five seconds what a call sends. Confined to the media thread. */
final class ReportSender {
  private static final long INTERVAL_NANOS = 5_000_000_000L;
  private static final int MAX_PORT = 65_535;

  private final DatagramChannel channel;
  private final int ssrc;
  private final String name;
  private @Nullable InetSocketAddress source;
  private int packets;
  private int octets;
  private boolean begun;
  private long nextAt;

  ReportSender(DatagramChannel channel, int ssrc) {
    this.channel = channel;
    this.ssrc = ssrc;
    this.name = HexFormat.of().toHexDigits(ssrc);
  }

  /** A packet of sound was sent. */
  void sent(int length) {
    packets++;
    octets += length;
  }

  /** The other side sends its reports from there, and expects ours there. */
  void heardFrom(InetSocketAddress address) {
    source = address;
  }

  /**
   * Sends the report that is due.
   *
   * @param sound where sound is sent; reports go to the next port until theirs come
   * @param encryption null: none
   */
  void tick(long now, InetSocketAddress sound, int timestamp, @Nullable SrtpTransform encryption)
      throws IOException {
    if (!begun) {
      begun = true;
      nextAt = now + INTERVAL_NANOS;
    }
    if (now - nextAt < 0) {
      return;
    }
    nextAt = now + INTERVAL_NANOS;
    InetSocketAddress known = source;
    InetSocketAddress target =
        known != null && known.getAddress().equals(sound.getAddress())
            ? known
            : new InetSocketAddress(sound.getAddress(), Math.min(sound.getPort() + 1, MAX_PORT));
    ByteBuffer report =
        new SenderReport(ssrc, name, Instant.now(), timestamp, packets, octets).encode();
    channel.send(encryption == null ? report : encryption.protectControl(report), target);
  }
}
