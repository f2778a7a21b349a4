package eu.callorders.bench.cluster;

import eu.callorders.bench.Api;
import eu.callorders.bench.ClosedLoop;
import eu.callorders.bench.Orders;
import eu.callorders.bench.crash.ServiceNode;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;

/** Clients of each node, 64 connections each, each with one order on its way. */
final class NodeClients implements AutoCloseable {
  private static final int CONNECTIONS = 64;

  private final List<Api> apis;
  private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

  NodeClients(List<ServiceNode> nodes, String token) {
    this.apis =
        nodes.stream().map(node -> new Api(URI.create(node.baseUrl), token, CONNECTIONS)).toList();
  }

  /** Has so many orders accepted, the same number by each node. */
  void send(int orders, Supplier<Orders.Keyed> next) throws Exception {
    List<Future<ClosedLoop.Run>> runs = new ArrayList<>();
    for (Api api : apis) {
      runs.add(
          threads.submit(
              () ->
                  ClosedLoop.times(
                      api.vertx(),
                      CONNECTIONS,
                      orders / apis.size(),
                      202,
                      () -> api.order(next.get()))));
    }
    for (Future<ClosedLoop.Run> run : runs) {
      run.get().requireAll();
    }
  }

  @Override
  public void close() {
    threads.close();
    apis.forEach(Api::close);
  }
}
