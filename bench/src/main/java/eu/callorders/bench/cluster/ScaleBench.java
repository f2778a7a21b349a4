package eu.callorders.bench.cluster;

import eu.callorders.bench.Action;
import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.Orders;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Scale;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.Deployment;
import java.time.Duration;
import java.time.Instant;

/** Processor time per order with one node and with several, on one PostgreSQL. */
final class ScaleBench {
  private static final int ORDERS = Scale.of(24_000);
  private static final Duration LIMIT = Duration.ofMinutes(10);
  private static final Duration IDLE = Duration.ofSeconds(Scale.of(20));
  private static final Duration LATER = Duration.ofDays(30);
  private static final String OPEN = "SELECT count(*) FROM call_order WHERE ended_at IS NULL";

  private final BenchReport figures = new BenchReport("scale");
  private double wholeAlone;
  private double acceptedAlone;

  private ScaleBench() {}

  /** Takes the option that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    String counts = Arguments.parse(words, "nodes").text("nodes", "1,2,4,8");
    ScaleBench bench = new ScaleBench();
    for (String count : counts.split(",", -1)) {
      Deployment.use(
          Integer.parseInt(count),
          (directory, secret, callback) -> new GatewayUnderTest.Embedded(),
          bench::measure);
    }
    bench.figures.end();
  }

  private boolean measure(Deployment deployment) throws Exception {
    CampaignTenant tenant = new CampaignTenant(deployment);
    Polling.until(LIMIT, 50, "the clock has not arrived", tenant::clockReady);
    Orders orders = new Orders("scale");
    int nodes = deployment.nodes.size();
    try (SqlSession session = deployment.postgres().connect();
        NodeClients clients = new NodeClients(deployment.nodes, tenant.token())) {
      Action wholeOrders =
          () -> {
            clients.send(ORDERS, orders::next);
            Polling.until(LIMIT, 250, "not all ended", () -> session.number(OPEN) == 0);
          };
      Scale.warmUp(wholeOrders);
      double whole = report(nodes + " nodes, whole orders", deployment, wholeOrders);
      Instant later = tenant.now().plus(LATER);
      Action acceptances = () -> clients.send(ORDERS, () -> orders.notBefore(later));
      double accepted = report(nodes + " nodes, acceptances", deployment, acceptances);
      ClusterUsage before = ClusterUsage.of(deployment);
      Thread.sleep(IDLE);
      figures.add(
          nodes + " nodes, idle, processor time of each",
          before.until(ClusterUsage.of(deployment)).nodes() / nodes / IDLE.toSeconds() / 1e4,
          "% of a core");
      wholeAlone = wholeAlone == 0 ? whole : wholeAlone;
      acceptedAlone = acceptedAlone == 0 ? accepted : acceptedAlone;
      figures.ratio(nodes + " nodes, sum for a whole order", whole, "µs", wholeAlone, "the first");
      figures.ratio(
          nodes + " nodes, sum for an acceptance", accepted, "µs", acceptedAlone, "the first");
    }
    return true;
  }

  /** Reports a rate, and microseconds of processor time per order; returns their sum. */
  private double report(String what, Deployment deployment, Action work) throws Exception {
    ClusterUsage before = ClusterUsage.of(deployment);
    long begin = System.nanoTime();
    work.run();
    double seconds = (System.nanoTime() - begin) / 1e9;
    ClusterUsage used = before.until(ClusterUsage.of(deployment));
    figures.add(what, ORDERS / seconds, "/s");
    figures.add(what + ", nodes' processor time", used.nodes() / ORDERS, "µs");
    figures.add(what + ", database's processor time", used.database() / ORDERS, "µs");
    return (used.nodes() + used.database()) / ORDERS;
  }
}
