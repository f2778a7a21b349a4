package eu.callorders.bench.crash;

import eu.callorders.bench.Http;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/** A client that asks again until it knows the outcome, and sends some requests several times. */
abstract class LoadClient {
  private static final double TWICE_AT_ONCE = 0.2;
  private static final double AGAIN_LATER = 0.2;

  final RandomGenerator random;
  final Ledger ledger;
  private final CampaignTenant tenancy;
  private final List<ServiceNode> nodes;

  LoadClient(
      CampaignTenant tenancy, List<ServiceNode> nodes, Ledger ledger, RandomGenerator random) {
    this.tenancy = tenancy;
    this.nodes = nodes;
    this.ledger = ledger;
    this.random = random;
  }

  interface Request {
    Http.Answer to(ServiceNode node) throws InterruptedException;
  }

  abstract void act() throws InterruptedException;

  /** Goes on as long as it may, with pauses in between that are this long on average. */
  void run(long pauseMillis, BooleanSupplier more, BooleanSupplier paused)
      throws InterruptedException {
    while (more.getAsBoolean()) {
      if (!paused.getAsBoolean()) {
        act();
      }
      Thread.sleep(random.nextLong(2 * pauseMillis));
    }
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
    return tenancy.send(node.baseUrl, method, target, body, key);
  }

  ServiceNode anyNode() {
    return nodes.get(random.nextInt(nodes.size()));
  }
}
