package eu.callorders.bench;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetSocket;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/**
 * Connections that send a byte a second, half of them of a head, half of a body. Whatever the
 * service closes is opened again at once, so that there are always as many.
 */
final class SlowConnections implements AutoCloseable {
  private static final long BYTE_MILLIS = 1000;
  private static final long AGAIN_MILLIS = 100;
  private static final int BODY = 100_000;

  private final Vertx vertx =
      Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1).setPreferNativeTransport(true));
  private final NetClient client = vertx.createNetClient(new NetClientOptions());
  private final List<NetSocket> open = new ArrayList<>();
  private final URI service;
  private final String token;
  private final Promise<Void> allOpen = Promise.promise();
  private final int wanted;
  private boolean ending;
  private int least;
  private int closedByService;

  private SlowConnections(Sandbox sandbox, int wanted) {
    this.service = URI.create(sandbox.baseUrl());
    this.token = sandbox.token();
    this.wanted = wanted;
    this.least = wanted;
  }

  /** Opens so many and waits until they are there. Everything happens on one event loop. */
  static SlowConnections open(Sandbox sandbox, int wanted) {
    SlowConnections slow = new SlowConnections(sandbox, wanted);
    slow.vertx
        .getOrCreateContext()
        .runOnContext(
            ignored -> {
              for (int each = 0; each < wanted; each++) {
                slow.connect(each % 2 == 0);
              }
              slow.vertx.setPeriodic(BYTE_MILLIS, timer -> slow.drip());
            });
    slow.allOpen.future().await();
    return slow;
  }

  private void connect(boolean head) {
    if (!ending) {
      Future<NetSocket> connected = client.connect(service.getPort(), service.getHost());
      connected.onComplete(
          socket -> begin(socket, head),
          failure -> vertx.setTimer(AGAIN_MILLIS, ignored -> connect(head)));
    }
  }

  private void begin(NetSocket socket, boolean head) {
    open.add(socket);
    socket.handler(answer -> {}); // 408, read and dropped
    socket.closeHandler(
        closed -> {
          open.remove(socket);
          if (!ending) {
            closedByService++;
            least = allOpen.future().isComplete() ? Math.min(least, open.size()) : least;
            connect(head);
          }
        });
    socket.write(head ? "GET /" : bodyHead());
    if (open.size() == wanted) {
      allOpen.tryComplete();
    }
  }

  private String bodyHead() {
    return "POST /v1/call-orders HTTP/1.1\r\nHost: slow\r\nContent-Type: application/json\r\n"
        + "Authorization: Bearer "
        + token
        + "\r\nContent-Length: "
        + BODY
        + "\r\n\r\n{";
  }

  /** A byte is a letter in a path, and in an object white space would do as well. */
  private void drip() {
    List.copyOf(open).forEach(socket -> socket.write("x"));
  }

  /** How few there were at any time. */
  int least() {
    return least;
  }

  int closedByService() {
    return closedByService;
  }

  @Override
  public void close() {
    ending = true;
    client.close().await();
    vertx.close().await();
  }
}
