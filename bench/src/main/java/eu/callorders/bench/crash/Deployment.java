package eu.callorders.bench.crash;

import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.TemporaryDirectory;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A PostgreSQL, nodes, a balancer before them, and a gateway; all of it ends with the JVM. */
final class Deployment implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();

  final Path directory;
  final List<ServiceNode> nodes = new CopyOnWriteArrayList<>();
  final String adminToken = HexFormat.of().formatHex(random());
  final WebhookReceiver webhooks;
  final Postgres postgres;
  final GatewayUnderTest gateway;

  final String publicUrl;

  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final Violations endings = new Violations();
  private final String gatewaySecret = "whsec_" + base64();

  private Deployment(Path directory, GatewayUnderTest.Factory gateways) throws Exception {
    this.directory = directory;
    this.webhooks = opened(WebhookReceiver.start());
    this.postgres = opened(Postgres.start(directory));
    this.publicUrl = "http://127.0.0.1:" + opened(new Balancer(nodes)).port();
    this.gateway = opened(gateways.of(directory, gatewaySecret, publicUrl + "/gateway/v1/events"));
  }

  /** What a campaign does with a deployment; whether all was as it should be. */
  interface Campaign {
    boolean run(Deployment deployment) throws Exception;
  }

  /** Runs a campaign; what the deployment has written stays unless the campaign passes. */
  static boolean use(int nodes, GatewayUnderTest.Factory gateways, Campaign campaign)
      throws Exception {
    TemporaryDirectory directory = TemporaryDirectory.create();
    boolean passed = false;
    try (Deployment deployment = new Deployment(directory.path(), gateways)) {
      Runtime.getRuntime().addShutdownHook(new Thread(deployment::close, "shutdown"));
      deployment.start(nodes);
      passed = campaign.run(deployment);
    } finally {
      if (!passed) {
        System.out.println("ledgers and logs in " + directory.path());
      }
    }
    if (passed) {
      directory.close();
    }
    return passed;
  }

  private void start(int count) throws IOException {
    gateway.start();
    Map<String, String> settings =
        Map.of(
            "CALLORDERS_DATABASE_URL", postgres.serviceUrl(),
            "CALLORDERS_DATABASE_MIGRATION_URL", postgres.ownerUrl(),
            "CALLORDERS_BASE_URL", publicUrl,
            "CALLORDERS_AUTH_URL", publicUrl,
            "CALLORDERS_ADMIN_TOKEN", adminToken,
            "CALLORDERS_MASTER_KEY", base64(),
            "CALLORDERS_GATEWAY", gateway.setting(),
            "CALLORDERS_GATEWAY_SECRET", gatewaySecret,
            "CALLORDERS_WEBHOOK_EXTRA_TARGETS", webhooks.target());
    for (int number = 1; number <= count; number++) {
      String name = "node-" + number;
      ServiceNode node = opened(new ServiceNode(name, Sandbox.JAR, directory, settings, endings));
      nodes.add(node);
      node.start();
      node.awaitReady();
    }
  }

  /** Processes of nodes that have ended by themselves so far. */
  List<String> endings() {
    nodes.forEach(ServiceNode::checkRuns);
    return endings.found();
  }

  private synchronized <T extends AutoCloseable> T opened(T part) {
    running.push(part);
    return part;
  }

  /** Stops everything; what it has written stays. */
  @Override
  public synchronized void close() {
    while (!running.isEmpty()) {
      try {
        running.pop().close();
      } catch (Exception e) {
        System.err.println("did not stop cleanly: " + e);
      }
    }
  }

  private static String base64() {
    return Base64.getEncoder().encodeToString(random());
  }

  private static byte[] random() {
    byte[] bytes = new byte[32];
    RANDOM.nextBytes(bytes);
    return bytes;
  }
}
