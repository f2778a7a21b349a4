package eu.callorders.bench.cluster;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.crash.Balancer;
import eu.callorders.bench.crash.CampaignTenant;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.OrderMix;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.bench.crash.Violations;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A node behind PgBouncer in session and in transaction mode; ends with 1 on a violation. */
final class PgBouncerCampaign {
  private static final Duration TIMEOUT = Duration.ofMinutes(2);
  private static final String SENTENCE =
      "CALLORDERS_DATABASE_URL leads to a pooler in transaction mode";
  private static final int START_FAILED = 1;

  private final Deployment deployment;
  private final Violations violations = new Violations();

  private PgBouncerCampaign(Deployment deployment) {
    this.deployment = deployment;
  }

  /** Takes no options. */
  static void main(String[] words) throws Exception {
    Arguments.parse(words);
    boolean passed =
        Deployment.use(
            new Deployment.Parts(
                1,
                Sandbox.JAR,
                PgBouncer::start,
                (_, nodes) -> new Balancer(nodes),
                SimulatorProcess::new),
            deployment -> new PgBouncerCampaign(deployment).run());
    System.exit(passed ? 0 : 1);
  }

  private boolean run() throws Exception {
    completeOrder();
    PgBouncer pooler = (PgBouncer) deployment.database;
    pooler.inTransactionMode(deployment.directory, this::refuse);
    deployment.endings().forEach(violations::add);
    violations.found().forEach(found -> System.out.println("! " + found));
    return violations.found().isEmpty();
  }

  private void completeOrder() throws Exception {
    CampaignTenant tenancy = new CampaignTenant(deployment);
    OrderMix.Keyed order = OrderMix.planned("pooled", 0, tenancy.now());
    String id =
        tenancy
            .insist("POST", "/v1/call-orders", order.body(), order.key())
            .require("the order")
            .path("id")
            .asText();
    String target = "/v1/call-orders/" + id;
    boolean completed =
        Polling.within(
            TIMEOUT,
            100,
            () ->
                tenancy
                    .insist("GET", target, "")
                    .body()
                    .path("status")
                    .asText()
                    .equals("completed"));
    violations.unless(
        completed, "the order is not completed: " + tenancy.insist("GET", target, ""));
    System.out.println("session mode: order completed: " + completed);
  }

  private void refuse(String serviceUrl) throws Exception {
    Map<String, String> settings = new HashMap<>(deployment.settings());
    settings.put("CALLORDERS_DATABASE_URL", serviceUrl);
    try (ServiceNode node =
        new ServiceNode("refused", Sandbox.JAR, deployment.directory, settings, new Violations())) {
      node.start();
      boolean ended = Polling.within(TIMEOUT, 50, () -> !node.alive());
      int code = ended ? node.exitCode() : 0;
      violations.unless(code == START_FAILED, "transaction mode: exit code " + code);
      checkSentence(node.log());
      System.out.println("transaction mode: exit code " + code);
    }
  }

  private void checkSentence(Path log) throws Exception {
    List<String> lines = Files.readAllLines(log);
    long sentences = lines.stream().filter(line -> line.contains(SENTENCE)).count();
    boolean traced = lines.stream().anyMatch(line -> line.stripLeading().startsWith("at "));
    violations.unless(
        sentences == 1 && !traced, "transaction mode is not refused with one sentence: " + lines);
  }
}
