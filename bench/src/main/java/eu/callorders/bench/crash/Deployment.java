package eu.callorders.bench.crash;

import eu.callorders.bench.Sandbox;
import eu.callorders.bench.TemporaryDirectory;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/**
 * A whole deployment on this machine: a PostgreSQL, nodes, a balancer before them, and a gateway.
 * All of it ends with the JVM, whatever ends that.
 */
final class Deployment implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();

  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final TemporaryDirectory directory;
  private final List<ServiceNode> nodes = new CopyOnWriteArrayList<>();
  private final Violations endings = new Violations();
  private final String adminToken = HexFormat.of().formatHex(random());
  private final String gatewaySecret = "whsec_" + base64();
  private final Postgres postgres;
  private final String publicUrl;
  private final GatewayUnderTest gateway;
  private final WebhookReceiver webhooks;

  private Deployment(TemporaryDirectory directory, GatewayUnderTest.Factory gateways)
      throws IOException {
    this.directory = directory;
    this.webhooks = opened(WebhookReceiver.start());
    this.postgres = opened(Postgres.start(directory.path()));
    ServerSocket listener = opened(Balancer.listen());
    this.publicUrl = "http://127.0.0.1:" + listener.getLocalPort();
    opened(Balancer.start(listener, nodes));
    this.gateway =
        opened(gateways.of(directory.path(), gatewaySecret, publicUrl + "/gateway/v1/events"));
  }

  /** What a campaign does with a deployment; whether all was as it should be. */
  interface Campaign {
    boolean run(Deployment deployment) throws Exception;
  }

  /** Runs a campaign; what the deployment has written stays unless the campaign passes. */
  static boolean use(int nodes, GatewayUnderTest.Factory gateways, Campaign campaign)
      throws Exception {
    boolean passed = false;
    Deployment deployment = start(nodes, gateways);
    try (deployment) {
      passed = campaign.run(deployment);
    } finally {
      if (!passed) {
        System.out.println("ledgers and logs in " + deployment.directory());
      }
    }
    if (passed) {
      deployment.directory.close();
    }
    return passed;
  }

  /** Starts everything and waits until all nodes serve requests. */
  private static Deployment start(int nodes, GatewayUnderTest.Factory gateways) throws IOException {
    Deployment deployment = new Deployment(TemporaryDirectory.create(), gateways);
    Runtime.getRuntime().addShutdownHook(new Thread(deployment::stop, "shutdown"));
    try {
      deployment.gateway.start();
      deployment.start(nodes);
      return deployment;
    } catch (IOException | RuntimeException e) {
      deployment.stop();
      throw e;
    }
  }

  private Map<String, String> settings() {
    return Map.of(
        "CALLORDERS_DATABASE_URL", postgres.serviceUrl(),
        "CALLORDERS_DATABASE_MIGRATION_URL", postgres.ownerUrl(),
        "CALLORDERS_BASE_URL", publicUrl,
        "CALLORDERS_AUTH_URL", publicUrl,
        "CALLORDERS_ADMIN_TOKEN", adminToken,
        "CALLORDERS_MASTER_KEY", base64(),
        "CALLORDERS_GATEWAY", gateway.setting(),
        "CALLORDERS_GATEWAY_SECRET", gatewaySecret,
        "CALLORDERS_WEBHOOK_EXTRA_TARGETS", webhooks.target());
  }

  private void start(int count) throws IOException {
    Map<String, String> settings = settings();
    for (int number = 1; number <= count; number++) {
      ServiceNode node =
          opened(
              ServiceNode.of("node-" + number, Sandbox.JAR, directory.path(), settings, endings));
      nodes.add(node);
      node.start();
      node.awaitReady();
    }
  }

  List<ServiceNode> nodes() {
    return nodes;
  }

  /** Processes of nodes that have ended by themselves so far. */
  List<String> endings() {
    nodes.forEach(ServiceNode::checkRuns);
    return endings.found();
  }

  GatewayUnderTest gateway() {
    return gateway;
  }

  WebhookReceiver webhooks() {
    return webhooks;
  }

  Postgres postgres() {
    return postgres;
  }

  String publicUrl() {
    return publicUrl;
  }

  String adminToken() {
    return adminToken;
  }

  Path directory() {
    return directory.path();
  }

  private <T extends AutoCloseable> T opened(T part) {
    synchronized (running) {
      running.push(part);
    }
    return part;
  }

  private void stop() {
    synchronized (running) {
      while (!running.isEmpty()) {
        try {
          running.pop().close();
        } catch (Exception e) {
          System.err.println("did not stop cleanly: " + e);
        }
      }
    }
  }

  /** Stops everything; what it has written stays. */
  @Override
  public void close() {
    stop();
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
