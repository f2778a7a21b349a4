package eu.callorders.bench.crash;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * One client: orders calls, some of them several times at once, and asks again with the same key
 * until it knows what became of an order. Now and then it cancels one, or edits it.
 */
final class LoadClient {
  private static final long PAUSE_MILLIS = 200;
  private static final double TWICE_AT_ONCE = 0.2;
  private static final double AGAIN_LATER = 0.2;
  private static final double CANCEL = 0.06;
  private static final double NOTE = 0.06;

  private final CampaignTenant tenancy;
  private final List<ServiceNode> nodes;
  private final Ledger ledger;
  private final OrderMix mix;
  private final RandomGenerator random;

  LoadClient(
      CampaignTenant tenancy,
      List<ServiceNode> nodes,
      Ledger ledger,
      OrderMix mix,
      RandomGenerator random) {
    this.tenancy = tenancy;
    this.nodes = nodes;
    this.ledger = ledger;
    this.mix = mix;
    this.random = random;
  }

  /** Goes on as long as it may; what it has begun it brings to an end. */
  void run(BooleanSupplier more, BooleanSupplier paused) throws InterruptedException {
    while (more.getAsBoolean()) {
      if (!paused.getAsBoolean()) {
        one();
      }
      Thread.sleep(random.nextLong(2 * PAUSE_MILLIS));
    }
  }

  private void one() throws InterruptedException {
    Ledger.Entry entry = ledger.intend(mix.next());
    List<Thread> others = new ArrayList<>();
    if (random.nextDouble() < TWICE_AT_ONCE) {
      for (ServiceNode node : nodes) {
        others.add(Thread.ofVirtual().start(() -> quietly(() -> order(entry, node))));
      }
    }
    insist(entry);
    for (Thread other : others) {
      other.join();
    }
    if (random.nextDouble() < AGAIN_LATER) {
      order(entry, anyNode());
    }
    if (entry.ids().size() == 1) {
      edit(entry, entry.ids().first());
    }
  }

  private void edit(Ledger.Entry entry, String id) throws InterruptedException {
    double dice = random.nextDouble();
    ServiceNode node = anyNode();
    if (dice < CANCEL) {
      ledger.canceled(
          entry, send(node, "POST", "/v1/call-orders/" + id + "/cancel", "", ""), node.name());
    } else if (dice < CANCEL + NOTE) {
      note(entry, id, node);
    }
  }

  private void note(Ledger.Entry entry, String id, ServiceNode node) throws InterruptedException {
    String note = "note-" + random.nextInt(1_000_000);
    String body = "{\"metadata\": {\"note\": \"" + note + "\"}}";
    ledger.noted(entry, note, send(node, "PATCH", "/v1/call-orders/" + id, body, ""), node.name());
  }

  /** Retries, at any node, until a response names the outcome. */
  private void insist(Ledger.Entry entry) throws InterruptedException {
    while (order(entry, anyNode()).passing()) {
      Thread.sleep(20 + random.nextLong(200));
    }
  }

  /** Orders once, and writes down what came of it. */
  Http.Answer order(Ledger.Entry entry, ServiceNode node) throws InterruptedException {
    Http.Answer answer =
        send(node, "POST", "/v1/call-orders", entry.order().body(), entry.order().key());
    ledger.answered(entry, answer, node.name());
    return answer;
  }

  private Http.Answer send(ServiceNode node, String method, String target, String body, String key)
      throws InterruptedException {
    return tenancy.send(node.baseUrl(), method, target, body, key);
  }

  private ServiceNode anyNode() {
    return nodes.get(random.nextInt(nodes.size()));
  }

  private interface Step {
    void run() throws InterruptedException;
  }

  private static void quietly(Step step) {
    try {
      step.run();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
