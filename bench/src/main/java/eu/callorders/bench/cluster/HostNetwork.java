package eu.callorders.bench.cluster;

import eu.callorders.bench.Polling;
import eu.callorders.bench.Programs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Two networks, of data and of etcd, between this process and hosts that are network namespaces.
 * All of it lies in the namespace of this process, which must be its own.
 */
final class HostNetwork implements AutoCloseable {
  static final String DATA_PREFIX = "10.77.0.";
  static final String ETCD_PREFIX = "10.78.0.";

  /** This process in both networks. */
  static final int GATEWAY = 254;

  private static final Path OWN_NAMESPACE = Path.of("/proc/self/ns/net");
  private static final Duration TIMEOUT = Duration.ofSeconds(20);

  /** No campaign takes longer. */
  private static final String SECONDS = "86400";

  private final Path log;
  private final List<Process> holders = new ArrayList<>();

  private HostNetwork(Path log) {
    this.log = log;
  }

  static HostNetwork open(Path directory) throws IOException, InterruptedException {
    HostNetwork network = new HostNetwork(directory.resolve("network.log"));
    network.requireOwnNamespace();
    network.ip("link set lo up");
    network.addBridge("data", DATA_PREFIX);
    network.addBridge("etcd", ETCD_PREFIX);
    return network;
  }

  /** A new namespace has nothing but a loopback interface that is down. */
  private void requireOwnNamespace() throws IOException {
    Process list = new ProcessBuilder(Programs.find("ip"), "-oneline", "link", "show").start();
    List<String> links = list.inputReader().lines().toList();
    if (links.size() != 1 || !links.getFirst().contains("state DOWN")) {
      throw new IllegalStateException(
          "not in a network namespace of its own: start this by bench/run");
    }
  }

  private void addBridge(String name, String prefix) throws IOException, InterruptedException {
    ip("link add %s type bridge".formatted(name));
    ip("address add %s%d/24 dev %s".formatted(prefix, GATEWAY, name));
    ip("link set %s up".formatted(name));
  }

  /** Adds a host with that number in both networks; answers its namespace. */
  Path addHost(int number) throws Exception {
    Process holder =
        new ProcessBuilder(Programs.find("unshare"), "--net", Programs.find("sleep"), SECONDS)
            .start();
    holders.add(holder);
    Path namespace = Path.of("/proc/%d/ns/net".formatted(holder.pid()));
    Path own = Files.readSymbolicLink(OWN_NAMESPACE);
    Polling.until(
        TIMEOUT,
        20,
        "the host has no network",
        () -> !Files.readSymbolicLink(namespace).equals(own));
    connect(holder.pid(), namespace, "data", DATA_PREFIX, number);
    connect(holder.pid(), namespace, "etcd", ETCD_PREFIX, number);
    ip(namespace, "link set lo up");
    return namespace;
  }

  private void connect(long pid, Path namespace, String network, String prefix, int number)
      throws IOException, InterruptedException {
    String end = network + number;
    ip("link add %s type veth peer name to-%s netns %d".formatted(end, network, pid));
    ip("link set %s master %s up".formatted(end, network));
    ip(namespace, "address add %s%d/24 dev to-%s".formatted(prefix, number, network));
    ip(namespace, "link set to-%s up".formatted(network));
  }

  /** Separates a host from etcd, or connects it again; its data network stays. */
  void reachEtcd(int number, boolean reaches) throws IOException, InterruptedException {
    ip("link set etcd%d %s".formatted(number, reaches ? "up" : "down"));
  }

  /** The beginning of a command that runs another one on a host. */
  static List<String> on(Path namespace) {
    return List.of(Programs.find("nsenter"), "--net=" + namespace);
  }

  private void ip(String words) throws IOException, InterruptedException {
    run(List.of(), words);
  }

  private void ip(Path namespace, String words) throws IOException, InterruptedException {
    run(on(namespace), words);
  }

  private void run(List<String> prefix, String words) throws IOException, InterruptedException {
    List<String> command = new ArrayList<>(prefix);
    command.add(Programs.find("ip"));
    command.addAll(List.of(words.split(" ", -1)));
    Programs.run(log, Map.of(), command);
  }

  @Override
  public void close() {
    holders.forEach(Programs::end);
  }
}
