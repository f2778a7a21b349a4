package eu.callorders.bench.crash;

import eu.callorders.bench.Polling;
import eu.callorders.bench.SqlSession;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;

/** One deployment that loses its database and gets a backup back. */
final class RestoreRound {
  private static final Duration DELIVERY = Duration.ofMinutes(2);
  private static final Duration RECOVERY = Duration.ofMinutes(3);
  private static final Duration SETTLE = Duration.ofMinutes(10);
  private static final int CLIENTS = 2;

  private static final String ERASURES =
      """
      SELECT (SELECT count(*) FROM erasure WHERE completed_at IS NULL)
             + (SELECT count(*) FROM gateway_erasure)
      """;

  private final RestoreWay way;
  private final boolean withLog;
  private final Deployment deployment;
  private final CampaignTenant tenancy;
  private final Ledger ledger;
  private final LoadClient client;
  private final Random random;
  private final Violations violations;

  private RestoreRound(
      RestoreWay way,
      boolean withLog,
      Deployment deployment,
      Ledger ledger,
      Random random,
      Violations violations)
      throws InterruptedException {
    this.way = way;
    this.withLog = withLog;
    this.deployment = deployment;
    this.tenancy = CampaignTenant.provision(deployment);
    this.ledger = ledger;
    this.random = random;
    this.violations = violations;
    OrderMix unused = new OrderMix("later", random);
    this.client = new LoadClient(tenancy, deployment.nodes(), ledger, unused, random);
  }

  /**
   * Runs one round; its directory stays when there are violations.
   *
   * @param withLog whether the gateway has a log, from which the service learns what it has lost
   * @return violations
   */
  static List<String> run(RestoreWay way, boolean withLog, int nodes, Random random)
      throws Exception {
    Violations violations = new Violations();
    Deployment.use(
        nodes,
        withLog ? SimulatorProcess::new : ScriptedGateway::of,
        deployment -> {
          Path file = deployment.directory().resolve("acknowledged.jsonl");
          try (Ledger ledger = new Ledger(file)) {
            new RestoreRound(way, withLog, deployment, ledger, random, violations).run();
          }
          return violations.found().isEmpty();
        });
    return violations.found();
  }

  private void run() throws Exception {
    if (deployment.gateway() instanceof ScriptedGateway gateway) {
      Thread.ofVirtual().start(gateway::tellAll);
    }
    deployment.webhooks().register(tenancy);
    Instant registered = Instant.now();
    for (OrderMix.Keyed order : LaterOrders.all(tenancy.now())) {
      client.order(ledger.intend(order), deployment.nodes().getFirst());
    }
    ContactLimits limits = ContactLimits.provision(deployment);
    FeedReader feed = new FeedReader(tenancy, 37);
    try (Load before = load()) {
      Thread.sleep(1_000 + random.nextInt(3_000));
      way.backUp(deployment.postgres());
      Thread.sleep(1_000 + random.nextInt(2_000));
      before.endOrders();
    }
    tenancy.advanceFully("{\"by\": \"P3D\"}");
    limits.call();
    feed.readAll();
    tenancy.erase(LaterOrders.reference(LaterOrders.ERASED));
    awaitErasures();
    try (Load lost = load()) {
      Thread.sleep(1_000 + random.nextInt(2_000));
      lost.endOrders();
    }
    loseDatabase();
    List<FeedEvent> events = afterRestore(feed, limits);
    checkDelivered(
        events.stream().filter(event -> event.recordedAt().isAfter(registered)).toList());
    deployment.endings().forEach(violations::add);
    deployment.webhooks().faults().forEach(violations::add);
  }

  private Load load() {
    SplittableRandom split = new SplittableRandom(random.nextLong());
    return new Load(deployment, tenancy, ledger, new SignalLedger(ledger), CLIENTS, split);
  }

  private void awaitErasures() throws Exception {
    try (SqlSession session = deployment.postgres().connect()) {
      while (session.number(ERASURES) > 0) {
        Thread.sleep(100);
      }
    }
  }

  private void loseDatabase() throws Exception {
    for (ServiceNode node : deployment.nodes()) {
      node.kill();
    }
    way.restore(deployment.postgres());
    for (ServiceNode node : deployment.nodes()) {
      node.start();
      node.awaitReady();
    }
  }

  /** Answers what the feed has in the end. */
  private List<FeedEvent> afterRestore(FeedReader feed, ContactLimits limits) throws Exception {
    violations.unless(withLog || tenancy.recovering(), "dialing was not halted");
    if (random.nextBoolean()) {
      sendAgain();
    }
    if (withLog) {
      awaitRecovery();
      violations.unless(
          new Inventory(tenancy).settle(SETTLE),
          "not everything has ended within %s".formatted(SETTLE));
      Path log = Objects.requireNonNull(deployment.gateway().callLog());
      new RestoreChecks(ledger.entries(), PlacedCall.read(log), violations).check();
      limits.checkAfterRestore(log, violations);
    } else {
      checkHalt();
    }
    List<FeedEvent> reread = new FeedReader(tenancy, 100).readAll();
    RestoreChecks.nothingSkipped(feed.readAll(), reread, violations);
    return reread;
  }

  /** Waits until the endpoint has received every event that exists. */
  private void checkDelivered(List<FeedEvent> events) throws Exception {
    Polling.within(DELIVERY, 200, () -> missing(events).isEmpty());
    missing(events).forEach(event -> violations.add("never delivered: " + event));
  }

  private List<FeedEvent> missing(List<FeedEvent> events) {
    Set<String> received = deployment.webhooks().received();
    return events.stream().filter(event -> !received.contains(event.id())).toList();
  }

  /**
   * Erasing a subject frees the keys of its orders: the client that erased it orders no call again.
   */
  private void sendAgain() throws InterruptedException {
    for (Ledger.Entry entry : ledger.entries()) {
      if (!entry.order.phone().equals(LaterOrders.ERASED)) {
        client.order(entry, deployment.nodes().getFirst());
      }
    }
  }

  private void awaitRecovery() throws Exception {
    if (!Polling.within(RECOVERY, 200, () -> !tenancy.recovering())) {
      violations.add("the recovery did not end within " + RECOVERY);
      tenancy.acceptRecovery();
    }
  }

  /** Orders fall due, and nothing is dialed until an operator accepts. */
  private void checkHalt() throws InterruptedException {
    ScriptedGateway gateway = (ScriptedGateway) deployment.gateway();
    int calls = gateway.ledger().size();
    tenancy.advance("{\"by\": \"P9D\"}");
    Thread.sleep(5_000);
    violations.unless(gateway.ledger().size() == calls, "dialed while halted");
    tenancy.acceptRecovery();
    violations.unless(!tenancy.recovering(), "the halt stays after it was accepted");
  }
}
