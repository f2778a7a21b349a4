package eu.callorders.sipgateway.sip;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.PortUnreachableException;
import java.net.SocketAddress;
import java.net.SocketException;
import java.net.StandardSocketOptions;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedSelectorException;
import java.nio.channels.DatagramChannel;
import java.nio.channels.SelectionKey;
import java.nio.channels.Selector;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A UDP port that learns when nothing listens at a target: INVITEs leave by a connected channel for
 * each target, with the same local port, and only those hear of ICMP. The stack's socket is
 * replaced by the methods that the stack uses.
 */
final class TrunkDatagramSocket extends DatagramSocket {
  private static final byte[] INVITE = "INVITE ".getBytes(StandardCharsets.US_ASCII);
  private static final int MAX_CONNECTED = 32;
  private static final long MAX_AGE_NANOS = 600_000_000_000L; // The route may change.

  private final InetSocketAddress local;
  private final Consumer<InetSocketAddress> unreachable;
  private final Selector selector = Selector.open();
  private final DatagramChannel main;
  private final Map<SocketAddress, Connected> connected = new HashMap<>();

  /** A channel whose local address is that of the route at that time. */
  private record Connected(DatagramChannel channel, long since) {}

  /**
   * @param unreachable receives each target where nothing listens
   */
  TrunkDatagramSocket(int port, InetAddress address, Consumer<InetSocketAddress> unreachable)
      throws IOException {
    super((SocketAddress) null);
    this.unreachable = unreachable;
    new DatagramSocket(port, address).close(); // fails when another program has the port
    this.local = new InetSocketAddress(address, port);
    this.main = open(local);
    register(main);
  }

  private static DatagramChannel open(InetSocketAddress address) throws IOException {
    DatagramChannel channel = DatagramChannel.open();
    try {
      channel.setOption(StandardSocketOptions.SO_REUSEPORT, true);
      channel.bind(address);
      channel.configureBlocking(false);
      return channel;
    } catch (IOException e) {
      channel.close();
      throw e;
    }
  }

  private void register(DatagramChannel channel) throws IOException {
    channel.register(selector, SelectionKey.OP_READ);
    selector.wakeup(); // A selection that goes on does not know of it.
  }

  @Override
  public void send(DatagramPacket packet) throws IOException {
    SocketAddress target = packet.getSocketAddress();
    ByteBuffer bytes =
        ByteBuffer.wrap(packet.getData(), packet.getOffset(), packet.getLength()).slice();
    DatagramChannel channel = isInvite(packet) ? connectedTo(target) : null;
    if (channel == null) {
      main.send(bytes, target);
      return;
    }
    try {
      write(channel, bytes);
    } catch (IOException routeChanged) {
      disconnect(target);
      main.send(bytes.rewind(), target);
    }
  }

  /** An error here is of an earlier datagram, and says nothing of this one. */
  private static void write(DatagramChannel channel, ByteBuffer bytes) throws IOException {
    try {
      channel.write(bytes);
    } catch (PortUnreachableException earlier) {
      channel.write(bytes);
    }
  }

  private void disconnect(SocketAddress target) throws IOException {
    synchronized (connected) {
      Connected removed = connected.remove(target);
      if (removed != null) {
        removed.channel().close();
      }
    }
  }

  private static boolean isInvite(DatagramPacket packet) {
    int from = packet.getOffset();
    return packet.getLength() > INVITE.length
        && Arrays.equals(packet.getData(), from, from + INVITE.length, INVITE, 0, INVITE.length);
  }

  private @Nullable DatagramChannel connectedTo(SocketAddress target) throws IOException {
    synchronized (connected) {
      Connected present = connected.get(target);
      if (present != null && System.nanoTime() - present.since() < MAX_AGE_NANOS) {
        return present.channel();
      }
      disconnect(target);
      if (connected.size() == MAX_CONNECTED) {
        return null;
      }
      DatagramChannel channel = open(local);
      channel.connect(target);
      connected.put(target, new Connected(channel, System.nanoTime()));
      register(channel);
      return channel;
    }
  }

  /** Waits for a datagram on any channel. */
  @Override
  public void receive(DatagramPacket packet) throws IOException {
    try {
      while (!receiveNow(packet)) {
        selector.select();
      }
    } catch (ClosedSelectorException closed) {
      throw new SocketException("closed");
    }
  }

  private boolean receiveNow(DatagramPacket packet) throws IOException {
    if (selector.selectedKeys().isEmpty()) {
      selector.selectNow();
    }
    Iterator<SelectionKey> ready = selector.selectedKeys().iterator();
    while (ready.hasNext()) {
      DatagramChannel channel = (DatagramChannel) ready.next().channel();
      ready.remove(); // One datagram at a time: a flood of one channel keeps no other one waiting.
      if (channel.isOpen() && receiveFrom(channel, packet)) {
        return true;
      }
    }
    return false;
  }

  private boolean receiveFrom(DatagramChannel channel, DatagramPacket packet) throws IOException {
    ByteBuffer bytes = ByteBuffer.wrap(packet.getData());
    try {
      SocketAddress from = channel.receive(bytes);
      if (from == null) {
        return false;
      }
      packet.setSocketAddress(from);
      packet.setLength(bytes.position());
      return true;
    } catch (PortUnreachableException nothing) {
      report(channel);
      return false;
    }
  }

  private void report(DatagramChannel channel) throws IOException {
    if (channel.getRemoteAddress() instanceof InetSocketAddress target) {
      unreachable.accept(target);
    }
  }

  @Override
  public int getLocalPort() {
    return local.getPort();
  }

  @Override
  public InetAddress getLocalAddress() {
    return local.getAddress();
  }

  @Override
  public void close() {
    super.close();
    try {
      selector.close();
      main.close();
      synchronized (connected) {
        for (Connected each : connected.values()) {
          each.channel().close();
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
