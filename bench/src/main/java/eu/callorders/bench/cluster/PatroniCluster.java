package eu.callorders.bench.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Programs;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.crash.DatabaseUnderTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;

/** Two PostgreSQL servers under Patroni with {@code deploy/patroni.yaml}, and an etcd. */
final class PatroniCluster implements DatabaseUnderTest {
  private static final Path TEMPLATE = Path.of("deploy/patroni.yaml");
  private static final Path SCRIPT = Path.of("deploy/database.sh").toAbsolutePath();
  private static final Duration READY = Duration.ofMinutes(3);
  private static final Duration PROMOTION = Duration.ofMinutes(2);
  private static final String PASSWORD = "campaign";

  private final Http http = new Http(Duration.ofSeconds(3));
  private final Deque<Runnable> running = new ArrayDeque<>();
  private final List<PatroniHost> hosts = new ArrayList<>();
  private final HostNetwork network;

  private PatroniCluster(Path directory) throws Exception {
    // The account of PostgreSQL goes through it to its own files.
    Files.setPosixFilePermissions(directory, PosixFilePermissions.fromString("rwx--x--x"));
    this.network = HostNetwork.open(directory);
    running.push(network::close);
  }

  /** Starts all of it, and creates the roles and the database of the service. */
  static PatroniCluster start(Path directory) throws Exception {
    PatroniCluster cluster = new PatroniCluster(directory);
    try {
      cluster.startEtcd(directory);
      String template = Files.readString(TEMPLATE);
      for (int number = 1; number <= 2; number++) {
        PatroniHost host = PatroniHost.start(cluster.network, number, directory, template);
        cluster.running.push(host::close);
        cluster.hosts.add(host);
      }
      cluster.awaitSynchronous();
      cluster.createDatabase(directory);
      return cluster;
    } catch (Exception e) {
      cluster.close();
      throw e;
    }
  }

  private void startEtcd(Path directory) throws IOException {
    String clients = "http://%s%d:2379".formatted(HostNetwork.ETCD_PREFIX, HostNetwork.GATEWAY);
    String peers = "http://127.0.0.1:2380";
    Process etcd =
        Programs.start(
            directory.resolve("etcd.log"),
            Map.of(),
            List.of(
                Programs.find("etcd"),
                "--name=etcd",
                "--data-dir=" + directory.resolve("etcd"),
                "--listen-client-urls=" + clients,
                "--advertise-client-urls=" + clients,
                "--listen-peer-urls=" + peers,
                "--initial-advertise-peer-urls=" + peers,
                "--initial-cluster=etcd=" + peers));
    running.push(() -> Programs.end(etcd));
  }

  private void createDatabase(Path directory) throws Exception {
    Map<String, String> environment =
        Map.of(
            "PGHOST",
            primary().address,
            "PGUSER",
            PatroniHost.SUPERUSER,
            "PGPASSWORD",
            PatroniHost.PASSWORD,
            "OWNER_PASSWORD",
            PASSWORD,
            "SERVICE_PASSWORD",
            PASSWORD,
            "PATH",
            Programs.postgresql() + ":" + System.getenv("PATH"));
    Programs.run(
        directory.resolve("database.log"), environment, List.of("/bin/sh", SCRIPT.toString()));
  }

  /** Waits until one host is the primary and the other its synchronous standby. */
  void awaitSynchronous() throws Exception {
    Polling.until(
        READY,
        200,
        "Patroni has no primary with a synchronous standby",
        () ->
            !with("leader", "running").isEmpty()
                && (!with("sync_standby", "running").isEmpty()
                    || !with("sync_standby", "streaming").isEmpty()));
  }

  PatroniHost primary() {
    return with("leader", "running").getFirst();
  }

  private PatroniHost other(PatroniHost host) {
    return hosts.get(2 - host.number);
  }

  /** The hosts with a role and a state, as Patroni says. */
  private List<PatroniHost> with(String role, String state) {
    for (PatroniHost asked : hosts) {
      Http.Answer answer = http.send("GET", asked.clusterUrl(), "", Map.of());
      if (answer.successful()) {
        return hosts.stream().filter(host -> has(answer.body(), host, role, state)).toList();
      }
    }
    return List.of();
  }

  private static boolean has(JsonNode cluster, PatroniHost host, String role, String state) {
    for (JsonNode member : cluster.path("members")) {
      if (member.path("name").asText().equals(host.name)) {
        return member.path("role").asText().equals(role)
            && member.path("state").asText().equals(state);
      }
    }
    return false;
  }

  /** What takes the primary from its clients. */
  interface Loss {
    void of(PatroniHost primary) throws Exception;
  }

  /** Kills the primary; answers when the standby was promoted. */
  Instant kill() throws Exception {
    return promotionAfter(PatroniHost::kill);
  }

  /** Separates the primary from etcd until {@link #mend}; answers when the standby was promoted. */
  Instant separate() throws Exception {
    return promotionAfter(primary -> network.reachEtcd(primary.number, false));
  }

  /** Connects all hosts to etcd again. */
  void mend() throws Exception {
    for (PatroniHost host : hosts) {
      network.reachEtcd(host.number, true);
    }
  }

  private Instant promotionAfter(Loss loss) throws Exception {
    PatroniHost primary = primary();
    try (SqlSession standby = other(primary).connect()) {
      loss.of(primary);
      Polling.until(PROMOTION, 20, "no standby was promoted", () -> PatroniHost.isPrimary(standby));
      return Instant.now();
    }
  }

  @Override
  public String serviceUrl() {
    return url("call_orders");
  }

  @Override
  public String ownerUrl() {
    return url("call_orders_owner");
  }

  private String url(String role) {
    return "postgresql://%s:%s@%s:5432,%s:5432/call_orders"
        .formatted(role, PASSWORD, hosts.getFirst().address, hosts.getLast().address);
  }

  @Override
  public void close() {
    while (!running.isEmpty()) {
      running.pop().run();
    }
  }
}
