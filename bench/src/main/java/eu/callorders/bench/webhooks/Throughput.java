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

  private static final Duration PATIENCE = Duration.ofMinutes(2);

  private final BenchReport figures;

  Throughput(BenchReport figures) {
    this.figures = figures;
  }

  void toOneHost() throws IOException, SQLException, InterruptedException {
    try (WebhookTestbed house = new WebhookTestbed(1)) {
      house.register(house.receivers.url(0));
      measure(house, "one host", List.of(house.tenant()), 1, 1);
    }
  }

  void toManyHosts() throws IOException, SQLException, InterruptedException {
    try (WebhookTestbed house = new WebhookTestbed(HOSTS)) {
      List<UUID> tenants =
          EndpointSeeder.write(house, "host", HOSTS, i -> house.receivers.url(i) + "/" + i);
      measure(house, HOSTS + " hosts", tenants, HOSTS, EndpointSeeder.PER_TENANT);
    }
  }

  private void measure(
      WebhookTestbed house, String where, List<UUID> tenants, int hosts, int perEvent)
      throws IOException, SQLException, InterruptedException {
    int deliveries = Scale.of(DELIVERIES);
    int each = Math.max(1, deliveries / (tenants.size() * perEvent));
    List<Double> bare = new ArrayList<>();
    List<Double> logged = new ArrayList<>();
    List<Double> service = new ArrayList<>();
    List<Double> database = new ArrayList<>();
    try (RawSenderBaseline sender =
        new RawSenderBaseline(house.vertx, house.authority, house.receivers, hosts)) {
      WarmUp warmUp = WarmUp.start();
      do {
        sender.perSecond(deliveries);
        logged(house, tenants, each, each * tenants.size() * perEvent);
        clear(house);
      } while (warmUp.isRunning());
      for (int round = 0; round < ROUNDS; round++) {
        double bareRate = sender.perSecond(deliveries);
        double serviceCpu = house.server.serviceCpu();
        double databaseCpu = house.server.databaseCpu();
        double rate = logged(house, tenants, each, each * tenants.size() * perEvent);
        double whole = (double) each * tenants.size() * perEvent;
        bare.add(bareRate);
        logged.add(rate);
        service.add((house.server.serviceCpu() - serviceCpu) * 1e6 / whole);
        database.add((house.server.databaseCpu() - databaseCpu) * 1e6 / whole);
        clear(house);
      }
    }
    figures.add("bare sender to " + where, median(bare), "/s");
    figures.ratio("logged deliveries to " + where, median(logged), "/s", median(bare), "bare");
    figures.add("processor time of the service, " + where, median(service), "µs a delivery");
    figures.add("processor time of the database, " + where, median(database), "µs a delivery");
  }

  private static void clear(WebhookTestbed house) throws SQLException {
    house.execute("DELETE FROM webhook_delivery");
    house.execute("DELETE FROM event");
  }

  /** From the commit of the events until the last delivery is in the log. */
  private static double logged(WebhookTestbed house, List<UUID> tenants, int each, int count)
      throws SQLException, InterruptedException {
    long before = house.receivers.arrived();
    new EventInserter(house.connection, 1).write(tenants, each);
    long start = System.nanoTime();
    long giveUp = start + PATIENCE.toNanos();
    while ((house.receivers.arrived() < before + count
            || house.count("SELECT count(*) FROM webhook_delivery_queue") > 0)
        && System.nanoTime() < giveUp) {
      Thread.sleep(5);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    long succeeded =
        house.count("SELECT count(*) FROM webhook_delivery WHERE status = 'succeeded'");
    if (succeeded < count) {
      throw new IllegalStateException("%d of %d are logged".formatted(succeeded, count));
    }
    return count / seconds;
  }

  private static double median(List<Double> values) {
    return BenchReport.median(values.stream().mapToDouble(Double::doubleValue).toArray());
  }
}
