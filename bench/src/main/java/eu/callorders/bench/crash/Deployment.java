package eu.callorders.bench.crash;

import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.TemporaryDirectory;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.ArrayDeque;
import java.util.Base64;
import java.util.Deque;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;

/** A PostgreSQL, nodes, a balancer before them, and a gateway; all of it ends with the JVM. */
public final class Deployment implements AutoCloseable {
  private static final SecureRandom RANDOM = new SecureRandom();

  public final Path directory;
  public final List<ServiceNode> nodes = new CopyOnWriteArrayList<>();
  final String adminToken = HexFormat.of().formatHex(random());
  public final WebhookReceiver webhooks;
  public final DatabaseUnderTest database;
  public final GatewayUnderTest gateway;

  public final String publicUrl;

  private final Deque<AutoCloseable> running = new ArrayDeque<>();
  private final Violations endings = new Violations();
  private final String gatewaySecret = "whsec_" + base64();
  private final String masterKey = base64();

  private final BalancerUnderTest balancer;

  /**
   * What a campaign chooses of a deployment.
   *
   * @param nodes how many
   * @param jar what they run
   */
  public record Parts(
      int nodes,
      String jar,
      DatabaseUnderTest.Factory databases,
      BalancerUnderTest.Factory balancers,
      GatewayUnderTest.Factory gateways) {}

  private Deployment(Path directory, Parts parts) throws Exception {
    this.directory = directory;
    this.webhooks = opened(WebhookReceiver.start());
    this.database = opened(parts.databases().start(directory));
    this.balancer = opened(parts.balancers().of(directory, nodes));
    this.publicUrl = "http://127.0.0.1:" + balancer.port();
    this.gateway =
        opened(parts.gateways().of(directory, gatewaySecret, publicUrl + "/gateway/v1/events"));
  }

  /** What a campaign does with a deployment; whether all was as it should be. */
  public interface Campaign {
    boolean run(Deployment deployment) throws Exception;
  }

  /** With a PostgreSQL that has no standby, and nothing that is not of this build. */
  public static boolean use(int nodes, GatewayUnderTest.Factory gateways, Campaign campaign)
      throws Exception {
    BalancerUnderTest.Factory balancers = (_, among) -> new Balancer(among);
    return use(new Parts(nodes, Sandbox.JAR, Postgres::start, balancers, gateways), campaign);
  }

  /** Runs a campaign; what the deployment has written stays unless the campaign passes. */
  public static boolean use(Parts parts, Campaign campaign) throws Exception {
    TemporaryDirectory directory = TemporaryDirectory.create();
    boolean passed = false;
    try (Deployment deployment = new Deployment(directory.path(), parts)) {
      Runtime.getRuntime().addShutdownHook(new Thread(deployment::close, "shutdown"));
      deployment.start(parts);
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

  private void start(Parts parts) throws Exception {
    gateway.start();
    for (int number = 1; number <= parts.nodes(); number++) {
      String name = "node-" + number;
      nodes.add(opened(new ServiceNode(name, parts.jar(), directory, settings(), endings)));
    }
    balancer.start();
    for (ServiceNode node : nodes) {
      node.start();
      node.awaitReady();
    }
  }

  /** The settings that all nodes have in common. */
  public Map<String, String> settings() {
    Map<String, String> settings = new HashMap<>(gateway.serviceSettings());
    settings.put("CALLORDERS_DATABASE_URL", database.serviceUrl());
    settings.put("CALLORDERS_DATABASE_MIGRATION_URL", database.ownerUrl());
    settings.put("CALLORDERS_BASE_URL", publicUrl);
    settings.put("CALLORDERS_AUTH_URL", publicUrl);
    settings.put("CALLORDERS_ADMIN_TOKEN", adminToken);
    settings.put("CALLORDERS_MASTER_KEY", masterKey);
    settings.put("CALLORDERS_GATEWAY", gateway.setting());
    settings.put("CALLORDERS_GATEWAY_SECRET", gatewaySecret);
    settings.put("CALLORDERS_WEBHOOK_EXTRA_TARGETS", webhooks.target());
    return settings;
  }

  /** Whether it is live: in real time, without simulation. */
  boolean isLive() {
    return "live".equals(gateway.serviceSettings().get("CALLORDERS_ENVIRONMENT"));
  }

  public Postgres postgres() {
    return (Postgres) database;
  }

  /** Processes of nodes that have ended by themselves so far. */
  public List<String> endings() {
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
