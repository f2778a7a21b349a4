package eu.callorders.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Vertx;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class EventLoopMonitorTest {
  private static final String READ = "java.io.FileInputStream.read";
  private static final String PARK = "jdk.internal.misc.Unsafe.park";
  private static final String LOCK = "java.util.concurrent.locks.ReentrantLock.lock";

  private final Vertx vertx = Vertx.vertx();
  private final String own = getClass().getName();
  private final EventLoopMonitor monitor =
      new EventLoopMonitor(className -> className.startsWith(own));
  private final CountDownLatch end = new CountDownLatch(1);

  @AfterEach
  void close() {
    end.countDown();
    vertx.close().await();
  }

  private List<String> awaitFault() {
    return Await.until(
        "blocking is detected",
        () -> {
          monitor.sample(true);
          return monitor.faults();
        },
        seen -> !seen.isEmpty());
  }

  @Test
  void detectsParkedEventLoop() {
    vertx.runOnContext(
        ignored -> {
          try {
            end.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
        });
    assertThat(awaitFault()).first().asString().contains("CountDownLatch.await", own);
  }

  @Test
  void detectsBlockingSocketRead() throws IOException {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
        Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
      vertx.runOnContext(
          ignored -> {
            try {
              client.getInputStream().read();
            } catch (IOException e) {
              throw new UncheckedIOException(e);
            }
          });
      assertThat(awaitFault()).first().asString().contains("NioSocketImpl", own);
      server.accept().close();
    }
  }

  @Test
  void detectsFileReadsAndLocksOfOwnCode() {
    assertThat(monitor.isBlocked(stack(READ, "java.nio.file.Files.readString"))).isTrue();
    assertThat(monitor.isBlocked(stack(PARK, LOCK))).isTrue();
  }

  @Test
  void permitsRandomBytes() {
    assertThat(
            monitor.isBlocked(stack(READ, "sun.security.provider.NativePRNG$RandomIO.readFully")))
        .isFalse();
  }

  @Test
  void permitsLockInsideJdkQueue() {
    assertThat(
            monitor.isBlocked(stack(PARK, LOCK, "java.util.concurrent.LinkedBlockingQueue.offer")))
        .isFalse();
  }

  @Test
  void permitsClassInitialization() {
    assertThat(monitor.isBlocked(stack(READ, "javax.crypto.JceSecurity.<clinit>"))).isFalse();
    assertThat(monitor.isBlocked(stack(READ, own + ".readBook", own + ".<clinit>"))).isFalse();
  }

  /** Frames called by this class, innermost first. */
  private List<StackTraceElement> stack(String... methods) {
    return Stream.concat(Stream.of(methods), Stream.of(own + ".run"))
        .map(EventLoopMonitorTest::frame)
        .toList();
  }

  private static StackTraceElement frame(String method) {
    int dot = method.lastIndexOf('.');
    return new StackTraceElement(method.substring(0, dot), method.substring(dot + 1), null, -1);
  }

  @Test
  void findsNothingOnIdleEventLoops() throws InterruptedException {
    CountDownLatch started = new CountDownLatch(1);
    vertx.runOnContext(ignored -> started.countDown());
    started.await();
    monitor.sample(true);
    assertThat(monitor.faults()).isEmpty();
  }
}
