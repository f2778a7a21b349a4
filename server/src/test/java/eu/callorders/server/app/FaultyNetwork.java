package eu.callorders.server.app;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

/** A proxy between service and database that disturbs connections on which a marker was sent. */
final class FaultyNetwork implements AutoCloseable {
  private final ServerSocket listening;
  private final int target;
  private final AtomicReference<Disturbance> disturbance = new AtomicReference<>();
  private final AtomicInteger holding = new AtomicInteger();

  /** The fate of the commit that follows the marker on the same connection. */
  enum Commit {
    /** It arrives; its reply does not. */
    ANSWER_LOST,
    LOST
  }

  /**
   * An active disturbance.
   *
   * @param held the latch that the marker waits for
   */
  private record Disturbance(String marker, Commit commit, CountDownLatch held) {}

  FaultyNetwork(int target) {
    this.target = target;
    try {
      listening = new ServerSocket(0, 200, InetAddress.getLoopbackAddress());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    Thread.ofVirtual().start(this::accept);
  }

  int port() {
    return listening.getLocalPort();
  }

  /** Holds connections at the marker until the latch opens, which also ends the disturbance. */
  CountDownLatch hold(String marker, Commit afterwards) {
    CountDownLatch held = new CountDownLatch(1);
    disturbance.set(new Disturbance(marker, afterwards, held));
    return held;
  }

  /** The connections that are held now. */
  int holding() {
    return holding.get();
  }

  void disturb(String marker, Commit commit) {
    disturbance.set(new Disturbance(marker, commit, new CountDownLatch(0)));
  }

  void restore() {
    disturbance.set(null);
  }

  private void accept() {
    while (!listening.isClosed()) {
      try {
        Socket client = listening.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), target);
        AtomicBoolean deaf = new AtomicBoolean();
        Thread.ofVirtual().start(() -> up(client, server, deaf));
        Thread.ofVirtual().start(() -> down(client, server, deaf));
      } catch (IOException e) {
        // closed, or the database is; the client will see an error
      }
    }
  }

  /**
   * Copies bytes from the service to the database.
   *
   * @param deaf set when replies must no longer be forwarded
   */
  private void up(Socket client, Socket server, AtomicBoolean deaf) {
    try (client;
        server) {
      InputStream in = client.getInputStream();
      OutputStream out = server.getOutputStream();
      byte[] buffer = new byte[1 << 16];
      String before = "";
      Disturbance caught = null;
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        String received = before + new String(buffer, 0, length, ISO_8859_1);
        Disturbance current = disturbance.get();
        if (caught != current) {
          caught = null;
        }
        if (caught == null && current != null && received.contains(current.marker())) {
          caught = current;
          holding.incrementAndGet();
          caught.held().await();
          holding.decrementAndGet();
          // The connection may have committed another transaction just before.
          received = received.substring(received.indexOf(current.marker()));
        }
        boolean commits = caught != null && caught.commit() != null && received.contains("COMMIT");
        if (commits && caught.commit() == Commit.LOST) {
          return;
        }
        deaf.compareAndSet(false, commits);
        out.write(buffer, 0, length);
        out.flush();
        if (commits) {
          server
              .shutdownOutput(); // the server closes after its commit, and only then does the proxy
          awaitEnd(server);
          return;
        }
        before = received.substring(Math.max(0, received.length() - 100));
      }
    } catch (IOException e) {
      // one side has closed
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static void awaitEnd(Socket server) throws IOException {
    server.getInputStream().transferTo(OutputStream.nullOutputStream());
  }

  private static void down(Socket client, Socket server, AtomicBoolean deaf) {
    try {
      InputStream in = server.getInputStream();
      byte[] buffer = new byte[1 << 16];
      for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
        if (!deaf.get()) {
          client.getOutputStream().write(buffer, 0, length);
          client.getOutputStream().flush();
        }
      }
      client.close();
    } catch (IOException e) {
      // one side has closed
    }
  }

  @Override
  public void close() throws IOException {
    listening.close();
  }
}
