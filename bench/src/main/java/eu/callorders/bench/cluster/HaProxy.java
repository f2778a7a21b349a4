package eu.callorders.bench.cluster;

import eu.callorders.bench.Programs;
import eu.callorders.bench.crash.BalancerUnderTest;
import eu.callorders.bench.crash.ServiceNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** HAProxy with {@code deploy/haproxy.cfg} before two nodes. */
final class HaProxy implements BalancerUnderTest {
  private static final String CONFIGURATION = "deploy/haproxy.cfg";

  private final int port = ServiceNode.freePort();
  private final Path log;
  private final List<ServiceNode> nodes;
  private @Nullable Process process;

  HaProxy(Path directory, List<ServiceNode> nodes) {
    this.log = directory.resolve("haproxy.log");
    this.nodes = nodes;
  }

  @Override
  public int port() {
    return port;
  }

  @Override
  public void start() throws IOException {
    Map<String, String> variables =
        Map.of("NODE1", address(0), "NODE2", address(1), "BIND", "127.0.0.1:" + port);
    process =
        Programs.start(
            log, variables, List.of(Programs.find("haproxy"), "-db", "-f", CONFIGURATION));
  }

  private String address(int node) {
    return "127.0.0.1:" + nodes.get(node).port;
  }

  @Override
  public void close() {
    if (process != null) {
      Programs.end(process);
    }
  }
}
