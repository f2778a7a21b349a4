package eu.callorders.server.webhook.delivery;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import eu.callorders.server.Await;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** Writes the same bytes for each request. */
final class FixedReplyServer implements AutoCloseable {
  final List<String> requests = new CopyOnWriteArrayList<>();
  final AtomicInteger connections = new AtomicInteger();
  private final AtomicInteger disconnects = new AtomicInteger();
  private final ServerSocket server = new ServerSocket(0);
  private final String answer;
  private final String filler;
  private final boolean closes;
  private final boolean isSlow;

  FixedReplyServer(List<AutoCloseable> open, String answer) throws IOException {
    this(open, answer, "", true, false);
  }

  FixedReplyServer(List<AutoCloseable> open, boolean closes, String answer) throws IOException {
    this(open, answer, "", closes, false);
  }

  FixedReplyServer(List<AutoCloseable> open, String answer, String filler) throws IOException {
    this(open, answer, filler, true, false);
  }

  FixedReplyServer(List<AutoCloseable> open, String answer, String filler, boolean drips)
      throws IOException {
    this(open, answer, filler, true, drips);
  }

  private FixedReplyServer(
      List<AutoCloseable> open, String answer, String filler, boolean closes, boolean drips)
      throws IOException {
    this.answer = answer;
    this.filler = filler;
    this.closes = closes;
    this.isSlow = drips;
    open.add(this);
    Thread.ofVirtual().start(this::listen);
  }

  int port() {
    return server.getLocalPort();
  }

  String hostAndPort() {
    return "localhost:" + port();
  }

  void awaitDisconnect() {
    Await.until("it was hung up on", () -> disconnects.get() > 0);
  }

  private void listen() {
    try {
      while (true) {
        Socket socket = server.accept();
        connections.incrementAndGet();
        Thread.ofVirtual().start(() -> serve(socket));
      }
    } catch (IOException closed) {
      // closed
    }
  }

  private void serve(Socket socket) {
    try (socket) {
      InputStream in = socket.getInputStream();
      OutputStream out = socket.getOutputStream();
      do {
        byte[] buffer = new byte[65536];
        int length = 0;
        while (!new String(buffer, 0, length, ISO_8859_1).endsWith("{}")) {
          int more = in.read(buffer, length, buffer.length - length);
          if (more < 0) {
            disconnects.incrementAndGet();
            return;
          }
          length += more;
        }
        requests.add(new String(Arrays.copyOf(buffer, length), ISO_8859_1));
        out.write(answer.getBytes(ISO_8859_1));
        while (!filler.isEmpty()) {
          out.write(filler.getBytes(ISO_8859_1));
          if (isSlow) {
            Thread.sleep(20);
          }
        }
      } while (!closes);
    } catch (IOException | InterruptedException over) {
      disconnects.incrementAndGet();
    }
  }

  @Override
  public void close() throws IOException {
    server.close();
  }
}
