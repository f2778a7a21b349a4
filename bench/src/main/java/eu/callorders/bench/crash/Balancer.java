package eu.callorders.bench.crash;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** Hands each connection to a node that takes it, and knows nothing of HTTP. */
final class Balancer implements AutoCloseable {
  private static final int CONNECT_MILLIS = 500;

  private final ServerSocket listener;
  private final List<ServiceNode> nodes;
  private final AtomicInteger turn = new AtomicInteger();

  private Balancer(List<ServiceNode> nodes) throws IOException {
    this.listener = new ServerSocket(0, 50, InetAddress.getLoopbackAddress());
    this.nodes = nodes;
  }

  /** Begins to hand connections on, to nodes that may still be added. */
  static Balancer start(List<ServiceNode> nodes) throws IOException {
    Balancer balancer = new Balancer(nodes);
    Thread.ofVirtual().start(balancer::accept);
    return balancer;
  }

  int port() {
    return listener.getLocalPort();
  }

  private void accept() {
    while (!listener.isClosed()) {
      try {
        Socket client = listener.accept();
        Thread.ofVirtual().start(() -> serve(client));
      } catch (SocketException e) {
        return; // closed
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  private void serve(Socket client) {
    try (client;
        Socket node = connect()) {
      Thread answers = Thread.ofVirtual().start(() -> copy(node, client));
      copy(client, node);
      answers.join();
    } catch (IOException e) {
      // no node accepts it: the connection is closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Nodes take turns; one that is down or known to be stuck is passed over. */
  private Socket connect() throws IOException {
    List<ServiceNode> known = List.copyOf(nodes);
    int first = turn.getAndIncrement();
    for (int at = 0; at < known.size(); at++) {
      ServiceNode node = known.get(Math.floorMod(first + at, known.size()));
      if (node.frozen()) {
        continue;
      }
      Socket socket = new Socket();
      try {
        socket.connect(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), node.port()), CONNECT_MILLIS);
        return socket;
      } catch (IOException e) {
        socket.close();
      }
    }
    throw new IOException("no node is up");
  }

  /** Until one side ends; then both are closed, as the HTTP of neither needs a half one. */
  private static void copy(Socket from, Socket to) {
    try (from;
        to) {
      from.getInputStream().transferTo(to.getOutputStream());
    } catch (IOException e) {
      // either side is gone
    }
  }

  @Override
  public void close() throws IOException {
    listener.close();
  }
}
