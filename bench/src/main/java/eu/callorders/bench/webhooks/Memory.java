package eu.callorders.bench.webhooks;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Scale;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What ten thousand endpoints with traffic take of the service's memory. */
final class Memory {
  private static final int ENDPOINTS = 10_000;
  private static final int PORTS = 100;
  private static final int EVENTS_EACH = 3;
  private static final Duration TIMEOUT = Duration.ofMinutes(3);
  private static final double KIB_PER_MIB = 1024;

  private static final Pattern USED = Pattern.compile("used (\\d+)K");
  private static final Pattern RESIDENT = Pattern.compile("VmRSS:\\s+(\\d+) kB");

  private final BenchReport figures;

  Memory(BenchReport figures) {
    this.figures = figures;
  }

  void measure() throws IOException, SQLException, InterruptedException {
    int count = Scale.of(ENDPOINTS);
    try (WebhookTestbed testbed = new WebhookTestbed(PORTS)) {
      figures.add("resident before", resident(testbed), "MiB");
      figures.add("heap in use before", heap(testbed), "MiB");
      List<UUID> tenants =
          EndpointSeeder.write(testbed, "many", count, i -> testbed.receivers.url(i) + "/" + i);
      long start = System.nanoTime();
      for (int round = 0; round < EVENTS_EACH; round++) {
        long until = testbed.receivers.arrived() + count;
        new EventInserter(testbed.connection, round).write(tenants, 1);
        while (testbed.receivers.arrived() < until) {
          if (System.nanoTime() - start > TIMEOUT.toNanos()) {
            throw new IllegalStateException("not all deliveries came");
          }
          Thread.sleep(20);
        }
      }
      double seconds = (System.nanoTime() - start) / 1e9;
      figures.add("deliveries to " + count + " endpoints", count * EVENTS_EACH / seconds, "/s");
      figures.add("resident with " + count + " endpoints", resident(testbed), "MiB");
      figures.add("heap in use with " + count + " endpoints", heap(testbed), "MiB");
    }
  }

  private static double resident(WebhookTestbed testbed) throws IOException {
    long pid = testbed.server.sandbox().pid();
    return number(RESIDENT, Files.readString(Path.of("/proc/" + pid + "/status"))) / KIB_PER_MIB;
  }

  /** After a collection. */
  private static double heap(WebhookTestbed testbed) throws IOException {
    jcmd(testbed, "GC.run");
    return number(USED, jcmd(testbed, "GC.heap_info")) / KIB_PER_MIB;
  }

  private static String jcmd(WebhookTestbed testbed, String what) throws IOException {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "jcmd").toString(),
                Long.toString(testbed.server.sandbox().pid()),
                what)
            .start();
    return new String(process.getInputStream().readAllBytes(), StandardCharsets.US_ASCII);
  }

  private static double number(Pattern pattern, String text) {
    Matcher found = pattern.matcher(text);
    if (!found.find()) {
      throw new IllegalStateException("no such figure in " + text);
    }
    return Double.parseDouble(found.group(1));
  }
}
