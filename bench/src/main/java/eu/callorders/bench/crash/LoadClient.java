package eu.callorders.bench.crash;

import eu.callorders.bench.Http;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.random.RandomGenerator;

/**
 * One client: orders calls, and asks again with the same key until it knows the outcome of an
 * order. Sometimes it cancels one, or edits it.
 */
final class LoadClient {
  private static final long PAUSE_MILLIS = 200;
  private static final double CANCEL = 0.06;
  private static final double NOTE = 0.06;

  private final NodeClient client;
  private final Ledger ledger;
  private final OrderMix mix;
  private final RandomGenerator random;

  LoadClient(
      CampaignTenant tenancy,
      List<ServiceNode> nodes,
      Ledger ledger,
      OrderMix mix,
      RandomGenerator random) {
    this.client = new NodeClient(tenancy, nodes, random);
    this.ledger = ledger;
    this.mix = mix;
    this.random = random;
  }

  /** Goes on as long as it may; what it has begun it brings to an end. */
  void run(BooleanSupplier more, BooleanSupplier paused) throws InterruptedException {
    while (more.getAsBoolean()) {
      if (!paused.getAsBoolean()) {
        Ledger.Entry entry = ledger.intend(mix.next());
        client.insist(node -> order(entry, node));
        if (entry.ids.size() == 1) {
          edit(entry, "/v1/call-orders/" + entry.ids.first());
        }
      }
      Thread.sleep(random.nextLong(2 * PAUSE_MILLIS));
    }
  }

  private void edit(Ledger.Entry entry, String order) throws InterruptedException {
    double dice = random.nextDouble();
    ServiceNode node = client.anyNode();
    if (dice < CANCEL) {
      Http.Answer answer = client.send(node, "POST", order + "/cancel", "", "");
      ledger.canceled(entry, answer, node.name());
    } else if (dice < CANCEL + NOTE) {
      String note = "note-" + random.nextInt(1_000_000);
      String body = "{\"metadata\": {\"note\": \"" + note + "\"}}";
      ledger.noted(entry, note, client.send(node, "PATCH", order, body, ""), node.name());
    }
  }

  /** Orders once, and writes down what came of it. */
  Http.Answer order(Ledger.Entry entry, ServiceNode node) throws InterruptedException {
    OrderMix.Keyed order = entry.order;
    Http.Answer answer = client.send(node, "POST", "/v1/call-orders", order.body(), order.key());
    ledger.answered(entry, answer, node.name());
    return answer;
  }
}
