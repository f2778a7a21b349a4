package eu.callorders.server.webhook;

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
 * All networks of the world on this machine: writes down every connection that anybody opens, and
 * has those to some addresses end at a port here. Nothing leaves.
 */
public final class FakeInternet {
  private final List<InetSocketAddress> called = new CopyOnWriteArrayList<>();
  private final Map<InetSocketAddress, Integer> ports = new ConcurrentHashMap<>();

  /** Somebody at that address and port is really at a port of this machine. */
  public void has(InetAddress address, int port, int really) {
    ports.put(new InetSocketAddress(address, port), really);
  }

  /** Everybody who was called, by address and port, except on ports of this list. */
  public List<InetSocketAddress> called(Integer... ignoredPorts) {
    return called.stream().filter(one -> !List.of(ignoredPorts).contains(one.getPort())).toList();
  }

  /** What builds a Vert.x that lives in here. */
  public VertxBuilder builder(VertxOptions options) {
    return Vertx.builder().with(options).withTransport(new Wires());
  }

  private SocketAddress place(SocketAddress remote) {
    if (!(remote instanceof InetSocketAddress address)) {
      return remote;
    }
    called.add(address);
    Integer port = ports.get(new InetSocketAddress(address.getAddress(), address.getPort()));
    if (port != null) {
      return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
    }
    // Whoever is not here refuses, at once; this machine itself is here.
    return address.getAddress().isLoopbackAddress()
        ? address
        : new InetSocketAddress(InetAddress.getLoopbackAddress(), 1);
  }

  private final class Wires implements Transport {
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
      return super.doConnect(place(remote), local);
    }
  }
}
