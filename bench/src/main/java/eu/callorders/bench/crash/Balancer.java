package eu.callorders.bench.crash;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.net.NetClient;
import io.vertx.core.net.NetClientOptions;
import io.vertx.core.net.NetServer;
import io.vertx.core.net.NetSocket;
import java.util.List;

/** Hands each connection to a node that takes it, and knows nothing of HTTP. */
public final class Balancer implements BalancerUnderTest {
  private static final int CONNECT_MILLIS = 500;

  private final Vertx vertx = Vertx.vertx(new VertxOptions().setEventLoopPoolSize(1));
  private final NetClient client =
      vertx.createNetClient(new NetClientOptions().setConnectTimeout(CONNECT_MILLIS));
  private final NetServer server;
  private final List<ServiceNode> nodes;
  private int turn;

  /** Begins to hand connections on, to nodes that may still be added. */
  public Balancer(List<ServiceNode> nodes) {
    this.nodes = nodes;
    this.server =
        vertx.createNetServer().connectHandler(this::serve).listen(0, "127.0.0.1").await();
  }

  @Override
  public int port() {
    return server.actualPort();
  }

  private void serve(NetSocket caller) {
    caller.pause();
    List<ServiceNode> known = List.copyOf(nodes);
    connect(known, turn++, known.size())
        .onSuccess(
            node -> {
              caller.pipeTo(node);
              node.pipeTo(caller);
            })
        .onFailure(none -> caller.close());
  }

  /** Nodes take turns; one that is down or known to be stuck is passed over. */
  private Future<NetSocket> connect(List<ServiceNode> known, int at, int left) {
    if (left == 0) {
      return Future.failedFuture("no node is up");
    }
    ServiceNode node = known.get(Math.floorMod(at, known.size()));
    return node.frozen()
        ? connect(known, at + 1, left - 1)
        : client.connect(node.port, "127.0.0.1").recover(down -> connect(known, at + 1, left - 1));
  }

  @Override
  public void close() {
    vertx.close().await();
  }
}
