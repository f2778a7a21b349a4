package eu.callorders.bench.cluster;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.OrderMix;
import eu.callorders.bench.crash.Postgres;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Two cells behind one balancer that reads the tenant of a token; ends with 1 on a violation. */
final class CellsCampaign {
  private static final int NODES = 2;
  private static final int ORDERS = 50;
  private static final Duration LIMIT = Duration.ofMinutes(3);
  private static final Duration STOP = Duration.ofSeconds(60);

  private final Cell first;
  private final Cell second;
  private final CellBalancer balancer;
  private final Violations violations;

  /**
   * A deployment and its tenant.
   *
   * @param due on the tenant's clock, for all orders
   * @param orders the ids of those accepted
   */
  private record Cell(
      String name, Deployment deployment, CampaignTenant tenant, Instant due, List<String> orders) {
    static Cell of(String name, Deployment deployment) throws Exception {
      CampaignTenant tenant = new CampaignTenant(deployment);
      Polling.until(LIMIT, 50, "the clock has not arrived", tenant::clockReady);
      return new Cell(name, deployment, tenant, tenant.now(), new ArrayList<>());
    }

    Http.Answer send(String url, String method, String target, String body, String key)
        throws InterruptedException {
      return tenant.send(url, method, target, body, key);
    }
  }

  private CellsCampaign(Cell first, Cell second, CellBalancer balancer, Violations violations) {
    this.first = first;
    this.second = second;
    this.balancer = balancer;
    this.violations = violations;
  }

  /** Takes no options. */
  static void main(String[] words) throws Exception {
    Arguments.parse(words);
    boolean passed = use(a -> use(b -> run(a, b)));
    System.exit(passed ? 0 : 1);
  }

  private static boolean use(Deployment.Campaign campaign) throws Exception {
    return Deployment.use(
        new Deployment.Parts(
            NODES,
            Sandbox.JAR,
            Postgres::start,
            HaProxy::new,
            (directory, secret, callback) -> new GatewayUnderTest.Embedded()),
        campaign);
  }

  private static boolean run(Deployment a, Deployment b) throws Exception {
    Cell first = Cell.of("a", a);
    Cell second = Cell.of("b", b);
    Violations violations = new Violations();
    try (CellBalancer balancer = new CellBalancer(a, first.tenant(), b, second.tenant())) {
      new CellsCampaign(first, second, balancer, violations).run();
    }
    List.of(a, b).forEach(cell -> cell.endings().forEach(violations::add));
    violations.found().forEach(found -> System.out.println("! " + found));
    return violations.found().isEmpty();
  }

  private void run() throws Exception {
    Polling.until(LIMIT, 50, "no balancer", () -> order(first, 0).status() != Http.LOST);
    for (int number = 0; number < ORDERS; number++) {
      accept(first, number);
      accept(second, number);
    }
    isolate(first, second);
    isolate(second, first);
    stopNodes(first);
    violations.unless(
        order(first, ORDERS).status() == 503, "orders for a stopped cell are not answered 503");
    for (int number = ORDERS; number < 2 * ORDERS; number++) {
      accept(second, number);
    }
    startNodes(first);
    accept(first, ORDERS);
    awaitCompletion(first);
    awaitCompletion(second);
  }

  private Http.Answer order(Cell cell, int number) throws InterruptedException {
    OrderMix.Keyed order = OrderMix.planned("cell-" + number, number, cell.due());
    return cell.send(balancer.url, "POST", "/v1/call-orders", order.body(), order.key());
  }

  /** Each request has to succeed at once. */
  private void accept(Cell cell, int number) throws InterruptedException {
    Http.Answer answer = order(cell, number);
    violations.unless(
        answer.status() == 202,
        "order %d of cell %s was answered %s".formatted(number, cell.name(), answer));
    cell.orders().add(answer.id());
  }

  /** A token leads to its own cell, whatever the request asks for; no cell takes another's. */
  private void isolate(Cell cell, Cell other) throws InterruptedException {
    String foreign = "/v1/call-orders/" + other.orders().getFirst();
    Http.Answer found = cell.send(balancer.url, "GET", foreign, "", "");
    violations.unless(found.status() == 404, "an order of another cell: " + found);
    String own = "/v1/call-orders/" + cell.orders().getFirst();
    Http.Answer read = cell.send(balancer.url, "GET", own, "", "");
    violations.unless(read.status() == 200, "an order of the own cell: " + read);
    Http.Answer misled = cell.send(other.deployment().publicUrl, "GET", own, "", "");
    violations.unless(misled.status() == 401, "a token at the other cell: " + misled);
  }

  private static void stopNodes(Cell cell) throws InterruptedException {
    for (ServiceNode node : cell.deployment().nodes) {
      node.stop(STOP);
    }
  }

  private static void startNodes(Cell cell) throws Exception {
    for (ServiceNode node : cell.deployment().nodes) {
      node.start();
      node.awaitReady();
    }
  }

  private void awaitCompletion(Cell cell) throws Exception {
    try (SqlSession session = cell.deployment().postgres().connect()) {
      boolean ended =
          Polling.within(
              LIMIT,
              200,
              () -> session.number("SELECT count(*) FROM call_order WHERE ended_at IS NULL") == 0);
      long stored = session.number("SELECT count(*) FROM call_order");
      long expected = cell.orders().stream().distinct().count();
      violations.unless(ended, "orders of cell %s are open".formatted(cell.name()));
      violations.unless(
          stored == expected,
          "cell %s stores %d orders of %d".formatted(cell.name(), stored, expected));
      System.out.printf("cell %s: %d orders, all ended: %s%n", cell.name(), stored, ended);
    }
  }
}
