package eu.callorders.bench.crash;

import eu.callorders.bench.Http;
import java.util.List;
import java.util.random.RandomGenerator;

/** Orders calls; sometimes it cancels an order, or edits it. */
final class OrderClient extends LoadClient {
  private static final double CANCEL = 0.06;
  private static final double NOTE = 0.06;

  private final OrderMix mix;

  OrderClient(
      CampaignTenant tenancy,
      List<ServiceNode> nodes,
      Ledger ledger,
      OrderMix mix,
      RandomGenerator random) {
    super(tenancy, nodes, ledger, random);
    this.mix = mix;
  }

  @Override
  void act() throws InterruptedException {
    Ledger.Entry entry = ledger.intend(mix.next());
    insist(node -> order(entry, node));
    if (entry.ids.size() == 1) {
      edit(entry, "/v1/call-orders/" + entry.ids.first());
    }
  }

  private void edit(Ledger.Entry entry, String order) throws InterruptedException {
    double dice = random.nextDouble();
    ServiceNode node = anyNode();
    if (dice < CANCEL) {
      ledger.canceled(entry, send(node, "POST", order + "/cancel", "", ""), node.name);
    } else if (dice < CANCEL + NOTE) {
      String note = "note-" + random.nextInt(1_000_000);
      String body = "{\"metadata\": {\"note\": \"" + note + "\"}}";
      ledger.noted(entry, note, send(node, "PATCH", order, body, ""), node.name);
    }
  }

  Http.Answer order(Ledger.Entry entry, ServiceNode node) throws InterruptedException {
    OrderMix.Keyed order = entry.order;
    Http.Answer answer = send(node, "POST", "/v1/call-orders", order.body(), order.key());
    ledger.answered(entry, answer, node.name);
    return answer;
  }
}
