package eu.callorders.bench.webhooks;

import eu.callorders.bench.BenchReport;
import java.util.List;

/** How fast webhooks leave, and what disturbs them. Arguments choose parts; all without any. */
public final class WebhookBench {
  private static final List<String> PARTS =
      List.of("one-host", "many-hosts", "unresponsive-hosts", "replay", "memory");

  private WebhookBench() {}

  public static void main(String[] arguments) throws Exception {
    BenchReport figures = new BenchReport("webhooks");
    for (String part : arguments.length == 0 ? PARTS : List.of(arguments)) {
      switch (part) {
        case "one-host" -> new Throughput(figures).toOneHost();
        case "many-hosts" -> new Throughput(figures).toManyHosts();
        case "unresponsive-hosts" -> Latency.besideBlackHoles(figures);
        case "replay" -> Latency.besideReplay(figures);
        case "memory" -> Memory.measure(figures);
        default -> throw new IllegalArgumentException("parts are " + PARTS);
      }
    }
    figures.end();
  }
}
