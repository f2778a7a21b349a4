package eu.callorders.bench.webhooks;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Scale;
import eu.callorders.bench.Server;
import eu.callorders.bench.SqlSession;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/** Logged deliveries per second to one host and to a hundred, in turn with a bare sender. */
final class Throughput {
  private static final int HOSTS = 100;
  private static final int ROUNDS = 3;
  private static final int DELIVERIES = 40_000;
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final BenchReport figures;

  Throughput(BenchReport figures) {
    this.figures = figures;
  }

  void toOneHost() throws Exception {
    try (WebhookTestbed testbed = new WebhookTestbed(1)) {
      testbed.register(testbed.receivers.url(0));
      measure(testbed, "one host", List.of(testbed.tenant()), 1, 1);
    }
  }

  void toManyHosts() throws Exception {
    try (WebhookTestbed testbed = new WebhookTestbed(HOSTS)) {
      List<UUID> tenants =
          testbed.endpoints("host", HOSTS, i -> testbed.receivers.url(i) + "/" + i);
      int perEvent = WebhookSeeder.ENDPOINTS_PER_TENANT;
      measure(testbed, HOSTS + " hosts", tenants, HOSTS, perEvent);
    }
  }

  private void measure(
      WebhookTestbed testbed, String where, List<UUID> tenants, int hosts, int perEvent)
      throws Exception {
    int deliveries = Scale.of(DELIVERIES);
    int each = Math.max(1, deliveries / (tenants.size() * perEvent));
    int whole = each * tenants.size() * perEvent;
    List<Double> bare = new ArrayList<>();
    List<Double> logged = new ArrayList<>();
    List<Server.Usage> used = new ArrayList<>();
    try (RawSenderBaseline sender =
        new RawSenderBaseline(testbed.vertx, testbed.certificate, testbed.receivers, hosts)) {
      Scale.warmUp(
          () -> {
            sender.perSecond(deliveries);
            logged(testbed, tenants, each, whole);
          });
      for (int round = 0; round < ROUNDS; round++) {
        bare.add(sender.perSecond(deliveries));
        Server.Usage before = testbed.server.usage();
        logged.add(logged(testbed, tenants, each, whole));
        used.add(Server.Usage.NONE.plus(before, testbed.server.usage()));
      }
    }
    double bareRate = BenchReport.median(bare);
    figures.add("bare sender to " + where, bareRate, "/s");
    figures.ratio(
        "logged deliveries to " + where, BenchReport.median(logged), "/s", bareRate, "bare");
    double service = BenchReport.median(used, Server.Usage::service) / whole;
    double database = BenchReport.median(used, Server.Usage::database) / whole;
    figures.add("processor time of the service, " + where, service, "µs a delivery");
    figures.add("processor time of the database, " + where, database, "µs a delivery");
  }

  /** From the commit of the events until the last delivery is in the log, which is emptied then. */
  private static double logged(WebhookTestbed testbed, List<UUID> tenants, int each, int count)
      throws Exception {
    SqlSession session = testbed.session;
    long before = testbed.receivers.arrived();
    testbed.seeder.events(tenants, each);
    long start = System.nanoTime();
    Polling.within(
        TIMEOUT,
        5,
        () ->
            testbed.receivers.arrived() >= before + count
                && session.number("SELECT count(*) FROM webhook_delivery_queue") == 0);
    double seconds = (System.nanoTime() - start) / 1e9;
    long succeeded =
        session.number("SELECT count(*) FROM webhook_delivery WHERE status = 'succeeded'");
    if (succeeded < count) {
      throw new IllegalStateException("%d of %d are logged".formatted(succeeded, count));
    }
    session.executeAll(List.of("DELETE FROM webhook_delivery", "DELETE FROM event"));
    return count / seconds;
  }
}
