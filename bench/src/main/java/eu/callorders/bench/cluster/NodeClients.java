package eu.callorders.bench.cluster;

import eu.callorders.bench.Api;
import eu.callorders.bench.ClosedLoop;
import eu.callorders.bench.Orders;
import eu.callorders.bench.crash.ServiceNode;
import io.vertx.core.Future;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Supplier;

/** Clients of each node, 64 connections each, each with one order on its way. */
final class NodeClients implements AutoCloseable {
  private static final int CONNECTIONS = 64;
  private static final int UNAVAILABLE = 503;
  private static final long PAUSE_MILLIS = 100;

  private final List<Api> apis;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  NodeClients(List<ServiceNode> nodes, String token) {
    this.apis =
        nodes.stream().map(node -> new Api(URI.create(node.baseUrl), token, CONNECTIONS)).toList();
  }

  /** Has so many orders accepted, the same number by each node; repeats what a node refuses. */
  void send(int orders, Supplier<Orders.Keyed> next) throws Exception {
    int each = orders / apis.size();
    List<Callable<ClosedLoop.Run>> runs = new ArrayList<>();
    for (Api api : apis) {
      runs.add(
          () ->
              ClosedLoop.times(
                  api.vertx(), CONNECTIONS, each, 202, () -> accepted(api, next.get())));
    }
    for (var run : threads.invokeAll(runs)) {
      run.get().requireAll();
    }
  }

  private static Future<Api.Answer> accepted(Api api, Orders.Keyed order) {
    return api.order(order)
        .compose(
            answer ->
                answer.status() == UNAVAILABLE
                    ? api.vertx().timer(PAUSE_MILLIS).compose(passed -> accepted(api, order))
                    : Future.succeededFuture(answer));
  }

  @Override
  public void close() {
    threads.close();
    apis.forEach(Api::close);
  }
}
