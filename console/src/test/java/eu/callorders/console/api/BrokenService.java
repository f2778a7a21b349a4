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

/** Takes connections as a service does, and then does what no service should. */
final class BrokenService implements AutoCloseable {
  /** What to do with a connection. */
  @FunctionalInterface
  interface Reply {
    void to(OutputStream client) throws IOException;
  }

  private final ServerSocket server;
  private final List<Socket> taken = new CopyOnWriteArrayList<>();

  BrokenService(Reply answer) {
    try {
      server = new ServerSocket(0, 0, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(() -> accept(answer));
  }

  /** Says nothing for as long as anybody waits. */
  static BrokenService silent() {
    return new BrokenService(client -> {});
  }

  /** Says this, and hangs up. */
  static BrokenService saying(String head, byte[] body) {
    return new BrokenService(
        client -> {
          client.write(("HTTP/1.1 " + head + "\r\n\r\n").getBytes(StandardCharsets.US_ASCII));
          client.write(body);
          client.close();
        });
  }

  private void accept(Reply answer) {
    while (!server.isClosed()) {
      try {
        Socket client = server.accept();
        taken.add(client);
        Thread.ofVirtual().start(() -> answer(client, answer));
      } catch (IOException e) {
        return; // closed
      }
    }
  }

  private static void answer(Socket client, Reply answer) {
    try {
      client.getInputStream().read(new byte[8192]);
      answer.to(client.getOutputStream());
    } catch (IOException e) {
      // the client has had enough
    }
  }

  URI address() {
    return URI.create("http://127.0.0.1:" + server.getLocalPort());
  }

  /** How many connections there have been. */
  int taken() {
    return taken.size();
  }

  @Override
  public void close() {
    try {
      server.close();
      for (Socket client : taken) {
        client.close();
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
