package eu.callorders.bench.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import eu.callorders.bench.crash.ServiceNode;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;

/** Reads the metrics of a node as Prometheus does. */
record MetricsReader(ServiceNode node) {

  /** The value of a metric without labels; throws an IOException when the node does not answer. */
  double value(String name) throws IOException {
    try (InputStream body = URI.create(node.adminUrl + "/metrics").toURL().openStream()) {
      return value(new String(body.readAllBytes(), UTF_8), name);
    }
  }

  static double value(String metrics, String name) {
    return metrics
        .lines()
        .filter(line -> line.startsWith(name + " "))
        .map(line -> Double.parseDouble(line.substring(name.length() + 1)))
        .findFirst()
        .orElseThrow(() -> new IllegalStateException("no metric " + name));
  }
}
