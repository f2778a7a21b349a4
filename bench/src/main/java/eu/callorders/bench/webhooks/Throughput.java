package eu.callorders.bench.webhooks;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Scale;
import eu.callorders.bench.WarmUp;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

/**
 * Deliveries in a second, each logged, from one backlog: to one host, and to a hundred. In turn
 * with a bare sender to the same receivers.
 */
final class Throughput {
  private static final int HOSTS = 100;
  private static final int ROUNDS = 3;
  private static final int DELIVERIES = 40_000;

  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  private final BenchReport figures;

  Throughput(BenchReport figures) {
    this.figures = figures;
  }

  void toOneHost() throws IOException, SQLException, InterruptedException {
    try (WebhookTestbed testbed = new WebhookTestbed(1)) {
      testbed.register(testbed.receivers.url(0));
      measure(testbed, "one host", List.of(testbed.tenant()), 1, 1);
    }
  }

  void toManyHosts() throws IOException, SQLException, InterruptedException {
    try (WebhookTestbed testbed = new WebhookTestbed(HOSTS)) {
      List<UUID> tenants =
          EndpointSeeder.write(testbed, "host", HOSTS, i -> testbed.receivers.url(i) + "/" + i);
      measure(testbed, HOSTS + " hosts", tenants, HOSTS, EndpointSeeder.PER_TENANT);
    }
  }

  private void measure(
      WebhookTestbed testbed, String where, List<UUID> tenants, int hosts, int perEvent)
      throws IOException, SQLException, InterruptedException {
    int deliveries = Scale.of(DELIVERIES);
    int each = Math.max(1, deliveries / (tenants.size() * perEvent));
    List<Double> bare = new ArrayList<>();
    List<Double> logged = new ArrayList<>();
    List<Double> service = new ArrayList<>();
    List<Double> database = new ArrayList<>();
    try (RawSenderBaseline sender =
        new RawSenderBaseline(testbed.vertx, testbed.authority, testbed.receivers, hosts)) {
      WarmUp warmUp = WarmUp.start();
      do {
        sender.perSecond(deliveries);
        logged(testbed, tenants, each, each * tenants.size() * perEvent);
        clear(testbed);
      } while (warmUp.isRunning());
      for (int round = 0; round < ROUNDS; round++) {
        double bareRate = sender.perSecond(deliveries);
        double serviceCpu = testbed.server.serviceCpu();
        double databaseCpu = testbed.server.databaseCpu();
        double rate = logged(testbed, tenants, each, each * tenants.size() * perEvent);
        double whole = (double) each * tenants.size() * perEvent;
        bare.add(bareRate);
        logged.add(rate);
        service.add((testbed.server.serviceCpu() - serviceCpu) * 1e6 / whole);
        database.add((testbed.server.databaseCpu() - databaseCpu) * 1e6 / whole);
        clear(testbed);
      }
    }
    figures.add("bare sender to " + where, median(bare), "/s");
    figures.ratio("logged deliveries to " + where, median(logged), "/s", median(bare), "bare");
    figures.add("processor time of the service, " + where, median(service), "µs a delivery");
    figures.add("processor time of the database, " + where, median(database), "µs a delivery");
  }

  private static void clear(WebhookTestbed testbed) throws SQLException {
    testbed.execute("DELETE FROM webhook_delivery");
    testbed.execute("DELETE FROM event");
  }

  /** From the commit of the events until the last delivery is in the log. */
  private static double logged(WebhookTestbed testbed, List<UUID> tenants, int each, int count)
      throws SQLException, InterruptedException {
    long before = testbed.receivers.arrived();
    new EventInserter(testbed.connection, 1).write(tenants, each);
    long start = System.nanoTime();
    long giveUp = start + TIMEOUT.toNanos();
    while ((testbed.receivers.arrived() < before + count
            || testbed.count("SELECT count(*) FROM webhook_delivery_queue") > 0)
        && System.nanoTime() < giveUp) {
      Thread.sleep(5);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long succeeded =
        testbed.count("SELECT count(*) FROM webhook_delivery WHERE status = 'succeeded'");
    if (succeeded < count) {
      throw new IllegalStateException("%d of %d are logged".formatted(succeeded, count));
    }
    return count / seconds;
  }

  private static double median(List<Double> values) {
    return BenchReport.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
