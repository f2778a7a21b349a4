package eu.callorders.bench.siege;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Clients without a valid token that hold many connections from several addresses: each sends a
 * head at once and then one byte of its body after the other, and opens a new connection when the
 * service has closed the old one.
 */
final class SlowBodyAttack implements AutoCloseable {
  private static final String TOKEN =
      """
      POST /oauth2/token HTTP/1.1
      Host: localhost
      Content-Type: application/x-www-form-urlencoded
      """;
  private static final String ORDER =
      """
      POST /v1/call-orders HTTP/1.1
      Host: localhost
      Authorization: Bearer a.b.c
      Content-Type: application/json
      """;

  /** Signed by a key that the service does not know, and valid for years. */
  private static final String FORGED =
      ORDER.replace(
          "a.b.c",
          base64("{\"alg\":\"RS256\",\"typ\":\"at+jwt\",\"kid\":\"unknown\"}")
              + "."
              + base64("{\"sub\":\"siege\",\"iat\":1700000000,\"exp\":1893456000}")
              + "."
              + "A".repeat(342));

  private static final String CALLBACK =
      """
      POST /gateway/v1/events HTTP/1.1
      Host: localhost
      Content-Type: application/json
      webhook-id: invented
      webhook-timestamp: 1
      webhook-signature: v1,AAAA
      """;

  static final List<Request> REQUESTS =
      List.of(
          new Request("slow-body", TOKEN + "Content-Length: 4000\n\n"),
          new Request("slow-callback", CALLBACK + "Content-Length: 100000\n\n"),
          new Request("slow-body-after-401", ORDER + "Content-Length: 4000\n\n"),
          new Request("slow-body-after-forged-token", FORGED + "Content-Length: 4000\n\n"),
          new Request(
              "slow-body-after-two-content-types",
              TOKEN + "Content-Type: application/json\nContent-Length: 4000\n\n"),
          new Request(
              "slow-body-after-bad-host",
              TOKEN.replace("localhost", "a b") + "Content-Length: 4000\n\n"),
          new Request("slow-body-after-413", TOKEN + "Content-Length: 10000000000\n\n"),
          new Request("huge-chunk-after-401", ORDER + "Transfer-Encoding: chunked\n\n7fffffff\n"));

  private static final int ADDRESSES = 9;
  private static final int BETWEEN_BYTES_MILLIS = 1_000;
  private static final long BETWEEN_CONNECTIONS_NANOS = 1_000_000_000;

  /** The clients share the processors of the service: all at once would take them for a while. */
  private static final long RAMP_NANOS = 2_000_000_000;

  private final int port;
  private final byte[] head;
  private final ExecutorService clients = Executors.newVirtualThreadPerTaskExecutor();
  private final AtomicInteger opened = new AtomicInteger();
  private final AtomicLong longestNanos = new AtomicLong();

  /**
   * What each connection sends at once.
   *
   * @param name of the attack
   * @param head lines that end with {@code LF}, sent with CR LF
   */
  record Request(String name, String head) {}

  /** Begins at once, and holds so many connections after two seconds. */
  SlowBodyAttack(String baseUrl, Request request, int connections) {
    this.port = URI.create(baseUrl).getPort();
    this.head = request.head().replace("\n", "\r\n").getBytes(UTF_8);
    for (int each = 0; each < connections; each++) {
      String from = "127.0.0." + (10 + each % ADDRESSES);
      long after = RAMP_NANOS / connections * each;
      clients.execute(
          () -> {
            LockSupport.parkNanos(after);
            hold(from);
          });
    }
  }

  private static String base64(String json) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(UTF_8));
  }

  /** Connections opened so far. */
  int opened() {
    return opened.get();
  }

  /** How long the service left one of the connections open at most; in seconds. */
  double longestSeconds() {
    return longestNanos.get() / 1e9;
  }

  private void hold(String from) {
    while (!clients.isShutdown()) {
      long began = System.nanoTime();
      try (Socket socket = new Socket("127.0.0.1", port, InetAddress.getByName(from), 0)) {
        opened.incrementAndGet();
        socket.setSoTimeout(BETWEEN_BYTES_MILLIS);
        drip(socket);
      } catch (IOException e) {
        // refused, or closed while it sent: the next connection follows
      }
      LockSupport.parkNanos(began + BETWEEN_CONNECTIONS_NANOS - System.nanoTime());
    }
  }

  private void drip(Socket socket) throws IOException {
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

  /** Ends all connections. */
  @Override
  public void close() {
    clients.shutdownNow();
    clients.close();
  }
}
