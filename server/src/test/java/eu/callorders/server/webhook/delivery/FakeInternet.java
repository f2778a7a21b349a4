package eu.callorders.server.webhook.delivery;

import io.netty.channel.Channel;
import io.netty.channel.ChannelFactory;
import io.netty.channel.socket.nio.NioSocketChannel;
import io.vertx.core.Vertx;
import io.vertx.core.VertxBuilder;
import io.vertx.core.VertxOptions;
import io.vertx.core.impl.transports.NioTransport;
import io.vertx.core.transport.Transport;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A network inside this process: records every connection and redirects configured addresses to
 * local ports. Nothing leaves the machine.
 */
public final class FakeInternet {
  private final List<InetSocketAddress> connections = new CopyOnWriteArrayList<>();
  private final Map<InetSocketAddress, Integer> ports = new ConcurrentHashMap<>();

  /** Redirects that address and port to a local port. */
  public void redirect(InetAddress address, int port, int localPort) {
    ports.put(new InetSocketAddress(address, port), localPort);
  }

  /** All addresses connected to, except on the given ports. */
  public List<InetSocketAddress> connections(Integer... ignoredPorts) {
    return connections.stream()
        .filter(one -> !List.of(ignoredPorts).contains(one.getPort()))
        .toList();
  }

  /** Builds a Vert.x that uses this network. */
  public VertxBuilder builder(VertxOptions options) {
    return Vertx.builder().with(options).withTransport(new RedirectingTransport());
  }

  private SocketAddress target(SocketAddress remote) {
    if (!(remote instanceof InetSocketAddress address)) {
      return remote;
    }
    connections.add(address);
    Integer port = ports.get(new InetSocketAddress(address.getAddress(), address.getPort()));
    if (port != null) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
    // Unknown addresses refuse the connection; this machine itself is reachable.
    return address.getAddress().isLoopbackAddress()
        ? address
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }

  private final class RedirectingTransport implements Transport {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public boolean available() {
      return true;
    }

    @Override
    public Throwable unavailabilityCause() {
      return null;
    }

    @Override
    public io.vertx.core.spi.transport.Transport implementation() {
      return new NioTransport() {
        @Override
        public ChannelFactory<? extends Channel> channelFactory(boolean domainSocket) {
          return domainSocket ? super.channelFactory(true) : RedirectedChannel::new;
        }
      };
    }
  }

  private final class RedirectedChannel extends NioSocketChannel {
    @Override
    protected boolean doConnect(SocketAddress remote, SocketAddress local) throws Exception {
      return super.doConnect(target(remote), local);
    }
  }
}
