package eu.callorders.gatewaykit.server;

import static org.assertj.core.api.Assertions.assertThat;

import eu.callorders.gatewaykit.BoundedWait;
import io.vertx.core.Context;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Time passes in ticks. */
class ConnectionTimeoutsTest {
  private final Vertx vertx = Vertx.vertx();
  private final ConnectionTimeouts deadlines = new ConnectionTimeouts();
  private final CountDownLatch opened = new CountDownLatch(1);
  private final CountDownLatch begun = new CountDownLatch(1);
  private final Context context = vertx.getOrCreateContext();
  private HttpServer server;

  @BeforeEach
  void listen() throws Exception {
    server =
        vertx
            .createHttpServer(GatewayServer.options())
            .connectionHandler(
                connection -> {
                  deadlines.opened(connection);
                  opened.countDown();
                })
            .requestHandler(
                request -> {
                  deadlines.requestStarted(request.connection());
                  begun.countDown();
                });
    BoundedWait.await(
        Future.future(
            listening ->
                context.runOnContext(
                    nothing -> server.listen(0, "127.0.0.1").onComplete(listening))));
  }

  @AfterEach
  void close() throws Exception {
    BoundedWait.await(vertx.close());
  }

  @Test
  void closesAnUnfinishedHead() throws Exception {
    try (Socket peer = peer("GET / HTT")) {
      assertThat(opened.await(60, TimeUnit.SECONDS)).isTrue();
      pass(29);
      peer.getOutputStream().write('P');
      pass(1);
      assertThat(peer.getInputStream().read()).isEqualTo(-1);
    }
  }

  @Test
  void closesAnUnfinishedBody() throws Exception {
    try (Socket peer = peer("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{")) {
      assertThat(begun.await(60, TimeUnit.SECONDS)).isTrue();
      pass(30);
      assertThat(peer.getInputStream().read()).isEqualTo(-1);
    }
  }

  private Socket peer(String bytes) throws IOException {
    Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.actualPort());
    socket.setSoTimeout(60_000);
    socket.getOutputStream().write(bytes.getBytes(StandardCharsets.US_ASCII));
    return socket;
  }

  /** Ticks on the connection's event loop. */
  private void pass(int seconds) throws InterruptedException {
    CountDownLatch passed = new CountDownLatch(1);
    context.runOnContext(
        nothing -> {
          for (int i = 0; i < seconds; i++) {
            deadlines.tick();
          }
          passed.countDown();
        });
    assertThat(passed.await(60, TimeUnit.SECONDS)).isTrue();
  }
}
