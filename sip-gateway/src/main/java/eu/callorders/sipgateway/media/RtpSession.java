package eu.callorders.sipgateway.media;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.DatagramChannel;
import java.security.SecureRandom;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The sound of one call. Sends a packet every 20 ms from {@link #connect} on: speech or silence,
 * which opens firewalls. Its methods may be called from any thread; callbacks come from the media
 * thread.
 */
public final class RtpSession {
  static final long FRAME_NANOS = 20_000_000;

  private static final long LATCH_NANOS = 3_000_000_000L;
  private static final int MAX_RECEIVED = 50;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final int port;
  private final DatagramChannel rtp;
  private final DatagramChannel rtcp;
  private final Consumer<Runnable> mediaThread;
  private final Consumer<RtpSession> onClose;
  private final Listener listener;
  private final long silenceNanos;
  private final int ssrc = RANDOM.nextInt();
  private final SoundAnalyzer analyzer;
  private final SpeechQueue speeches = new SpeechQueue();
  private final KeySender pressed = new KeySender();
  private final ReportSender reports;
  private int sequence = RANDOM.nextInt() & 0x7FFF; // for SRTP: no early rollover
  private int timestamp = RANDOM.nextInt();
  private boolean sentBefore;
  private @Nullable SessionDescription remote;
  private @Nullable InetSocketAddress signaled;
  private @Nullable InetSocketAddress source;
  private long connectedAt;
  private long heardAt;
  private @Nullable SrtpTransform outgoing;
  private @Nullable SrtpTransform incoming;
  private boolean closed;
  private int receivedInFrame;
  private volatile RtpStatistics statistics = new RtpStatistics(0, 0);

  /** What happens in the sound. */
  public interface Listener {
    /** A key was pressed: 0 to 9, *, #, A to D. */
    void onKey(char key);

    /** The first seconds prove a machine; at most once, after {@link #detectVoicemail}. */
    void onVoicemail();

    /** Neither RTP nor RTCP for too long, though not on hold. */
    void onSilence();
  }

  RtpSession(
      int port,
      DatagramChannel rtp,
      DatagramChannel rtcp,
      long silenceNanos,
      Listener listener,
      Consumer<Runnable> mediaThread,
      Consumer<RtpSession> onClose) {
    this.port = port;
    this.rtp = rtp;
    this.rtcp = rtcp;
    this.silenceNanos = silenceNanos;
    this.listener = listener;
    this.mediaThread = mediaThread;
    this.onClose = onClose;
    this.analyzer = new SoundAnalyzer(listener);
    this.reports = new ReportSender(rtcp, ssrc);
  }

  /** The port of our descriptions. */
  public int port() {
    return port;
  }

  /** Packets so far. */
  public RtpStatistics statistics() {
    return statistics;
  }

  /**
   * Starts to send to an address, or changes it.
   *
   * @param description accepted by {@link SdpWriter#accepts}
   * @param ours with the key of what is sent
   */
  public void connect(SessionDescription description, SdpWriter ours) {
    InetSocketAddress address = address(description);
    mediaThread.accept(
        () -> {
          boolean moved = remote == null || !Objects.equals(address, signaled);
          remote = description;
          encrypt(ours.key(), description.key());
          signaled = address;
          if (moved) {
            source = null;
          }
          connectedAt = System.nanoTime(); // The first source counts from the answer on, too.
          heardAt = connectedAt;
        });
  }

  /** Null when it is a name, which is not looked up, or nowhere: the first source counts then. */
  private static @Nullable InetSocketAddress address(SessionDescription description) {
    try {
      InetAddress host = InetAddress.ofLiteral(description.host());
      return host.isAnyLocalAddress() ? null : new InetSocketAddress(host, description.port());
    } catch (IllegalArgumentException name) {
      return null;
    }
  }

  /** A transformation that goes on with its key keeps its state. */
  private void encrypt(@Nullable SrtpKey ours, @Nullable SrtpKey theirs) {
    if (ours == null || theirs == null) {
      outgoing = null;
      incoming = null;
      return;
    }
    if (outgoing == null || !outgoing.has(ours)) {
      outgoing = SrtpTransform.sender(ours);
    }
    if (incoming == null || !incoming.has(theirs)) {
      incoming = SrtpTransform.receiver(theirs);
    }
  }

  /** Speaks instead of what is being spoken, whose end is not reported. */
  public void play(short[] samples, Runnable finished) {
    mediaThread.accept(() -> speeches.replace(samples, finished));
  }

  /** Speaks after what is being spoken. */
  public void append(short[] samples, Runnable finished) {
    mediaThread.accept(() -> speeches.append(samples, finished));
  }

  /** Speaks sound of another call, without growing late. */
  public void relay(short[] samples) {
    mediaThread.accept(() -> speeches.relay(samples));
  }

  /** Sends a key, if the other side takes telephone events. */
  public void press(char key) {
    mediaThread.accept(() -> pressed.press(key));
  }

  /** Stops to speak. */
  public void clear() {
    mediaThread.accept(speeches::clear);
  }

  /** Hands what is heard to a receiver from now on. */
  public void hear(AudioReceiver receiver) {
    mediaThread.accept(() -> analyzer.hear(receiver));
  }

  /** Begins to look for a machine in the sound from now on. */
  public void detectVoicemail() {
    mediaThread.accept(analyzer::detectVoicemail);
  }

  /** Ends the sound and releases the port. */
  public void close() {
    mediaThread.accept(this::closeNow);
  }

  void closeNow() {
    if (!closed) {
      closed = true;
      try {
        rtp.close();
        rtcp.close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } finally {
        onClose.accept(this);
      }
    }
  }

  /** Ends the sound after a fault, as if nothing came any more. */
  void fail() {
    closeNow();
    listener.onSilence();
  }

  /** Sends the packet of 20 ms. */
  void tick(long now) {
    receivedInFrame = 0;
    SessionDescription description = remote;
    if (closed || description == null || description.codec() == null) {
      return;
    }
    if (!description.isHold() && now - heardAt > silenceNanos) {
      heardAt = now;
      listener.onSilence();
    }
    InetSocketAddress address = source == null ? signaled : source;
    if (address == null) {
      return;
    }
    RtpPacket packet = nextPacket(description, description.codec());
    sentBefore = true;
    sequence = (sequence + 1) & 0xFFFF;
    timestamp += VoicemailDetector.FRAME;
    try {
      ByteBuffer encoded = packet.encode();
      rtp.send(outgoing == null ? encoded : outgoing.protect(encoded), address);
      statistics = new RtpStatistics(statistics.sent() + 1, statistics.received());
      reports.sent(packet.payload().length);
      reports.tick(now, address, timestamp, outgoing);
    } catch (IOException unreachable) {
      // The person hears a gap; nothing arrives either, so that the call ends by silence.
    }
  }

  /** A key takes the place of the sound that is due. */
  private RtpPacket nextPacket(SessionDescription description, G711 codec) {
    short[] frame = speeches.nextFrame();
    Integer eventType = description.eventType();
    return eventType != null && pressed.isPending()
        ? pressed.next(eventType, sequence, timestamp, ssrc)
        : new RtpPacket(
            codec.payloadType(),
            !sentBefore,
            sequence,
            timestamp,
            ssrc,
            codec.encode(frame, 0, VoicemailDetector.FRAME));
  }

  /** A sign of life, from where the sound comes or is announced; its content is not used. */
  void receivedControl(ByteBuffer datagram, InetSocketAddress from, long now) {
    InetSocketAddress expected = source == null ? signaled : source;
    boolean known = expected != null && from.getAddress().equals(expected.getAddress());
    if (known && (incoming == null || incoming.unprotectControl(datagram).isPresent())) {
      heardAt = now;
      reports.heardFrom(from);
    }
  }

  /**
   * Takes a datagram from the address of the other side, or from the first that sends; at most 50
   * in 20 ms, since a flood would fill the queues of the other threads.
   */
  void received(ByteBuffer datagram, InetSocketAddress from, long now) {
    SessionDescription description = remote;
    if (description == null || receivedInFrame >= MAX_RECEIVED || !accepts(from, now)) {
      return;
    }
    RtpPacket packet = decrypted(datagram).flatMap(RtpPacket::parse).orElse(null);
    if (packet == null) {
      return;
    }
    receivedInFrame++;
    source = from;
    heardAt = now;
    statistics = new RtpStatistics(statistics.sent(), statistics.received() + 1);
    analyzer.accept(packet, description);
  }

  private Optional<ByteBuffer> decrypted(ByteBuffer datagram) {
    return incoming == null ? Optional.of(datagram) : incoming.unprotect(datagram);
  }

  private boolean accepts(InetSocketAddress from, long now) {
    if (from.equals(signaled)) {
      return true; // It wins over another sender that was first.
    }
    return source == null ? now - connectedAt <= LATCH_NANOS : from.equals(source);
  }
}
