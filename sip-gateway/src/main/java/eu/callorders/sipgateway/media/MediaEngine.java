package eu.callorders.sipgateway.media;

import eu.callorders.sipgateway.config.PortRange;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.ByteBuffer;
import java.nio.channels.CancelledKeyException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Sends and receives the sound of all calls on one thread. */
public final class MediaEngine implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(MediaEngine.class);
  private static final int MAX_DATAGRAM = 2048;
  private static final long MAX_LAG = 10 * RtpSession.FRAME_NANOS;
  private static final int MAX_BATCH = 50;

  private final Selector selector;
  private final RtpPorts ports;
  private final long silenceNanos;
  private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
  private final List<RtpSession> sessions = new ArrayList<>();
  private final ByteBuffer buffer = ByteBuffer.allocateDirect(MAX_DATAGRAM);
  private final Thread thread;
  private volatile boolean stopped;

  /** What a channel receives. */
  private interface Receiver {
    void received(ByteBuffer datagram, InetSocketAddress from, long now);
  }

  /**
   * @param silence how long a call may hear nothing
   */
  public MediaEngine(PortRange range, Duration silence) {
    try {
      this.selector = Selector.open();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    this.ports = new RtpPorts(range);
    this.silenceNanos = silence.toNanos();
    this.thread = Thread.ofPlatform().name("media").daemon().start(this::run);
  }

  /** A session with a port of its own; empty when no port is free. */
  public Optional<RtpSession> open(RtpSession.Listener listener) {
    int attempts = freePorts();
    for (int i = 0; i < attempts; i++) {
      int port = takePort();
      if (port == 0) {
        return Optional.empty();
      }
      Optional<RtpSession> session = bind(port, listener);
      if (session.isPresent()) {
        return session;
      }
    }
    return Optional.empty();
  }

  /** Ports that no call uses. */
  public int freePorts() {
    synchronized (ports) {
      return ports.freeCount();
    }
  }

  private int takePort() {
    synchronized (ports) {
      return ports.take().orElse(0);
    }
  }

  private void releasePort(int port) {
    synchronized (ports) {
      ports.release(port);
    }
  }

  /** Empty when another program uses the port. */
  private Optional<RtpSession> bind(int port, RtpSession.Listener listener) {
    DatagramChannel rtp = null;
    DatagramChannel rtcp = null;
    try {
      rtp = DatagramChannel.open().bind(new InetSocketAddress(port));
      rtcp = DatagramChannel.open().bind(new InetSocketAddress(port + 1));
      rtp.configureBlocking(false);
      rtcp.configureBlocking(false);
      RtpSession session =
          new RtpSession(port, rtp, rtcp, silenceNanos, listener, this::execute, this::closed);
      DatagramChannel sound = rtp;
      DatagramChannel control = rtcp;
      execute(() -> register(session, sound, control));
      return Optional.of(session);
    } catch (IOException inUse) {
      LOG.warn("RTP port {} is in use by another program", port);
      close(rtp);
      close(rtcp);
      releasePort(port);
      return Optional.empty();
    }
  }

  private void register(RtpSession session, DatagramChannel rtp, DatagramChannel rtcp) {
    try {
      Receiver sound = session::received;
      Receiver control = session::receivedControl;
      rtp.register(selector, SelectionKey.OP_READ, sound);
      rtcp.register(selector, SelectionKey.OP_READ, control);
      sessions.add(session);
    } catch (ClosedChannelException closed) {
      session.closeNow();
    }
  }

  private void closed(RtpSession session) {
    sessions.remove(session);
    releasePort(session.port());
  }

  private void execute(Runnable command) {
    commands.add(command);
    selector.wakeup();
  }

  private void run() {
    long next = System.nanoTime();
    while (!stopped) {
      try {
        long wait = next - System.nanoTime();
        if (wait > 0) {
          selector.select(Math.max(1, wait / 1_000_000));
        } else {
          selector.selectNow();
        }
        selector.selectedKeys().forEach(this::receive);
        selector.selectedKeys().clear();
        runCommands();
        long now = System.nanoTime();
        if (now >= next) {
          List.copyOf(sessions).forEach(session -> tick(session, now));
          next = now - next > MAX_LAG ? now : next + RtpSession.FRAME_NANOS;
        }
      } catch (IOException | RuntimeException fault) {
        LOG.error("media failed", fault);
      }
    }
    runCommands();
    List.copyOf(sessions).forEach(RtpSession::closeNow);
  }

  /** A fault of one call ends its sound, and disturbs no other. */
  private static void tick(RtpSession session, long now) {
    try {
      session.tick(now);
    } catch (RuntimeException fault) {
      LOG.error("sound at port {} failed", session.port(), fault);
      session.fail();
    }
  }

  private void runCommands() {
    for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
      command.run();
    }
  }

  private void receive(SelectionKey key) {
    try {
      DatagramChannel channel = (DatagramChannel) key.channel();
      Receiver receiver = (Receiver) key.attachment();
      for (int i = 0; i < MAX_BATCH; i++) {
        buffer.clear();
        InetSocketAddress from = (InetSocketAddress) channel.receive(buffer);
        if (from == null) {
          return;
        }
        runCommands(); // Those given before the packet was sent apply to it.
        receiver.received(buffer.flip(), from, System.nanoTime());
      }
    } catch (IOException | CancelledKeyException closed) {
      LOG.debug("RTP not received", closed);
    }
  }

  private static void close(@Nullable DatagramChannel channel) {
    if (channel != null) {
      try {
        channel.close();
      } catch (IOException e) {
        LOG.debug("RTP port not closed", e);
      }
    }
  }

  /** Ends all sound. */
  @Override
  public void close() {
    stopped = true;
    selector.wakeup();
    try {
      thread.join();
      selector.close();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
