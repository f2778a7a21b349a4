package eu.callorders.bench;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** Clients that send a head at once, then a byte a second, and come again when they are closed. */
public final class SlowConnections implements AutoCloseable {
  private static final int BETWEEN_BYTES_MILLIS = 1_000;
  private static final long BETWEEN_CONNECTIONS_NANOS = 1_000_000_000;

  /** The clients share the processors of the service: all at once would take them for a while. */
  private static final long RAMP_NANOS = 2_000_000_000;

  private final int port;
  private final int wanted;
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicInteger open = new AtomicInteger();
  private final AtomicInteger least;
  private final AtomicLong longestNanos = new AtomicLong();
  private volatile boolean allOpen;

  /**
   * Begins at once, and holds so many connections after two seconds.
   *
   * @param heads what connections send at once, in turn: lines that end with {@code LF}, sent with
   *     CR LF
   * @param addresses of this machine that the connections come from, in turn
   */
  public SlowConnections(String baseUrl, List<String> heads, List<String> addresses, int wanted) {
    this.port = URI.create(baseUrl).getPort();
    this.wanted = wanted;
    this.least = new AtomicInteger(wanted);
    for (int each = 0; each < wanted; each++) {
      String from = addresses.get(each % addresses.size());
      byte[] head = heads.get(each % heads.size()).replace("\n", "\r\n").getBytes(UTF_8);
      long after = RAMP_NANOS / wanted * each;
      clients.execute(
          () -> {
            LockSupport.parkNanos(after);
            hold(from, head);
          });
    }
  }

  public int opened() {
    return opened.get();
  }

  /** How long the service left one of the connections open at most; in seconds. */
  public double longestSeconds() {
    return longestNanos.get() / 1e9;
  }

  void awaitAllOpen() throws InterruptedException {
    while (!allOpen) {
      Thread.sleep(10);
    }
  }

  /** How few there were at any time after that. */
  int least() {
    return least.get();
  }

  private void hold(String from, byte[] head) {
    while (!clients.isShutdown()) {
      long began = System.nanoTime();
      try (Socket socket = new Socket("127.0.0.1", port, InetAddress.getByName(from), 0)) {
        opened.incrementAndGet();
        allOpen |= open.incrementAndGet() == wanted;
        socket.setSoTimeout(BETWEEN_BYTES_MILLIS);
        drip(socket, head);
      } catch (IOException e) {
        // refused, or closed while it sent: the next connection follows
      }
      LockSupport.parkNanos(began + BETWEEN_CONNECTIONS_NANOS - System.nanoTime());
    }
  }

  private void drip(Socket socket, byte[] head) throws IOException {
    long began = System.nanoTime();
    OutputStream out = socket.getOutputStream();
    InputStream in = socket.getInputStream();
    try {
      out.write(head);
      while (!clients.isShutdown() && !isClosed(in)) {
        out.write('x');
      }
    } finally {
      longestNanos.accumulateAndGet(System.nanoTime() - began, Math::max);
      int left = open.decrementAndGet();
      if (allOpen && !clients.isShutdown()) {
        least.accumulateAndGet(left, Math::min);
      }
    }
  }

  /** Reads for the pause between two bytes; whether the service has closed the connection. */
  private static boolean isClosed(InputStream in) throws IOException {
    long end = System.nanoTime() + BETWEEN_BYTES_MILLIS * 1_000_000L;
    byte[] answer = new byte[1024];
    try {
      while (System.nanoTime() < end) {
        if (in.read(answer) < 0) {
          return true;
        }
      }
    } catch (SocketTimeoutException e) {
      return false;
    }
    return false;
  }

  @Override
  public void close() {
    clients.shutdownNow();
    clients.close();
  }
}
