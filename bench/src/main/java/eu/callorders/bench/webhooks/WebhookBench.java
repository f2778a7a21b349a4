package eu.callorders.bench.webhooks;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Polling;
import eu.callorders.bench.ProcessUsage;
import eu.callorders.bench.Scale;
import java.time.Duration;
import java.util.List;
import java.util.UUID;

/** How fast webhooks leave, and what disturbs them. Arguments choose parts; all without any. */
final class WebhookBench {
  private static final List<String> PARTS =
      List.of("one-host", "many-hosts", "unresponsive-hosts", "replay", "memory");

  private static final int ENDPOINTS = 10_000;
  static final int HOSTS = 100;
  private static final int EVENTS_EACH = 3;
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final double BYTES_PER_MIB = 1 << 20;

  static void main(String[] arguments) throws Exception {
    BenchReport figures = new BenchReport("webhooks");
    for (String part : arguments.length == 0 ? PARTS : List.of(arguments)) {
      switch (part) {
        case "one-host" -> use(1, testbed -> new Throughput(figures, testbed).toOneHost());
        case "many-hosts" -> use(HOSTS, testbed -> new Throughput(figures, testbed).toManyHosts());
        case "unresponsive-hosts" -> use(4, testbed -> new Latency(figures, testbed).besideHoles());
        case "replay" -> use(4, testbed -> new Latency(figures, testbed).besideReplay());
        case "memory" -> use(HOSTS, testbed -> memory(figures, testbed));
        default -> throw new IllegalArgumentException("parts are " + PARTS);
      }
    }
    figures.end();
  }

  private interface Part {
    void measure(WebhookTestbed testbed) throws Exception;
  }

  private static void use(int receivers, Part part) throws Exception {
    try (WebhookTestbed testbed = new WebhookTestbed(receivers)) {
      part.measure(testbed);
    }
  }

  /** What ten thousand endpoints with traffic take of the service's memory. */
  private static void memory(BenchReport figures, WebhookTestbed testbed) throws Exception {
    int count = Scale.of(ENDPOINTS);
    long pid = testbed.server.sandbox().process().pid();
    figures.add("resident before", ProcessUsage.resident(pid) / BYTES_PER_MIB, "MiB");
    figures.add("heap in use before", ProcessUsage.heap(pid) / BYTES_PER_MIB, "MiB");
    List<UUID> tenants = testbed.endpoints("many", count, i -> testbed.receivers.url(i) + "/" + i);
    long start = System.nanoTime();
    for (int round = 0; round < EVENTS_EACH; round++) {
      long until = testbed.receivers.arrived() + count;
      testbed.seeder.events(tenants, 1);
      Polling.until(
          TIMEOUT, 20, "not all deliveries came", () -> testbed.receivers.arrived() >= until);
    }
    double seconds = (System.nanoTime() - start) / 1e9;
    String with = " with " + count + " endpoints";
    figures.add("deliveries to " + count + " endpoints", count * EVENTS_EACH / seconds, "/s");
    figures.add("resident" + with, ProcessUsage.resident(pid) / BYTES_PER_MIB, "MiB");
    figures.add("heap in use" + with, ProcessUsage.heap(pid) / BYTES_PER_MIB, "MiB");
  }
}
