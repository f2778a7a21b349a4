package eu.callorders.console.api;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Accepts connections and sends broken responses. */
final class BrokenService implements AutoCloseable {
  /** Handles a connection. */
  @FunctionalInterface
  interface Reply {
    void to(OutputStream client) throws IOException;
  }

  private final ServerSocket server;
  private final List<Socket> connections = new CopyOnWriteArrayList<>();

  BrokenService(Reply reply) {
    try {
      server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(() -> accept(reply));
  }

  /** Never responds. */
  static BrokenService silent() {
    return new BrokenService(client -> {});
  }

  /** Sends this and closes the connection. */
  static BrokenService sending(String head, byte[] body) {
    return new BrokenService(
        client -> {
          client.write(("HTTP/1.1 " + head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
          client.write(body);
          client.close();
        });
  }

  private void accept(Reply reply) {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        connections.add(client);
        Thread.ofVirtual().start(() -> serve(client, reply));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private static void serve(Socket client, Reply reply) {
    try {
      client.getInputStream().read(new byte[8192]);
      reply.to(client.getOutputStream());
    } catch (IOException e) {
      // the client has closed the connection
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  /** Number of connections. */
  int connections() {
    return connections.size();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : connections) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
