package eu.callorders.bench.crash;

import eu.callorders.bench.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;

/** Sends requests to the nodes of a deployment, some of them several times at once. */
final class NodeClient {
  private static final double TWICE_AT_ONCE = 0.2;
  private static final double AGAIN_LATER = 0.2;

  private final CampaignTenant tenancy;
  private final List<ServiceNode> nodes;
  private final RandomGenerator random;

  NodeClient(CampaignTenant tenancy, List<ServiceNode> nodes, RandomGenerator random) {
    this.tenancy = tenancy;
    this.nodes = nodes;
    this.random = random;
  }

  /** A request that any node may get, and that may be sent again. */
  interface Request {
    Http.Answer to(ServiceNode node) throws InterruptedException;
  }

  /** Retries, at any node, until a response names the outcome; sometimes also at all of them. */
  void insist(Request request) throws InterruptedException {
    List<Thread> others = new ArrayList<>();
    if (random.nextDouble() < TWICE_AT_ONCE) {
      for (ServiceNode node : nodes) {
        others.add(Thread.ofVirtual().start(() -> once(request, node)));
      }
    }
    while (request.to(anyNode()).passing()) {
      Thread.sleep(20 + random.nextLong(200));
    }
    for (Thread other : others) {
      other.join();
    }
    if (random.nextDouble() < AGAIN_LATER) {
      request.to(anyNode());
    }
  }

  private static void once(Request request, ServiceNode node) {
    try {
      request.to(node);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  Http.Answer send(ServiceNode node, String method, String target, String body, String key)
      throws InterruptedException {
    return tenancy.send(node.baseUrl(), method, target, body, key);
  }

  ServiceNode anyNode() {
    return nodes.get(random.nextInt(nodes.size()));
  }
}
