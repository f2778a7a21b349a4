package eu.callorders.bench.crash;

import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;

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
  private final Violations violations = new Violations();

  private RestoreRound(
      RestoreWay way,
      boolean withLog,
      Deployment deployment,
      CampaignTenant tenancy,
      Ledger ledger,
      Random random) {
    this.way = way;
    this.withLog = withLog;
    this.deployment = deployment;
    this.tenancy = tenancy;
    this.ledger = ledger;
    this.random = random;
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
      throws IOException, InterruptedException, SQLException, ExecutionException {
    Deployment deployment =
        Deployment.start(nodes, withLog ? SimulatorProcess::of : ScriptedGateway::of);
    List<String> found;
    try (deployment) {
      CampaignTenant tenancy = CampaignTenant.provision(deployment);
      try (Ledger ledger = new Ledger(deployment.directory().resolve("acknowledged.jsonl"))) {
        found = new RestoreRound(way, withLog, deployment, tenancy, ledger, random).run();
      }
    }
    if (found.isEmpty()) {
      deployment.delete();
    } else {
      System.out.println("ledgers and logs in " + deployment.directory());
    }
    return found;
  }

  private List<String> run()
      throws IOException, InterruptedException, SQLException, ExecutionException {
    if (deployment.gateway() instanceof ScriptedGateway gateway) {
      Thread.ofVirtual().start(() -> sendEvents(gateway));
    }
    deployment.webhooks().register(tenancy);
    Instant registered = Instant.now();
    for (OrderMix.Keyed order : new LaterOrders(tenancy.now()).all()) {
      client.order(ledger.intend(order), deployment.nodes().getFirst());
    }
    ContactLimits limits = ContactLimits.provision(deployment);
    FeedReader feed = new FeedReader(tenancy, 37);
    try (Load before = load()) {
      Thread.sleep(1_000 + random.nextInt(3_000));
      way.back(deployment.postgres());
      Thread.sleep(1_000 + random.nextInt(2_000));
      before.endOrders();
    }
    tenancy.advanceFully("{\"by\": \"P3D\"}");
    limits.call();
    feed.readAll();
    tenancy.erase(LaterOrders.reference(LaterOrders.erased()));
    awaitErasures();
    try (Load lost = load()) {
      Thread.sleep(1_000 + random.nextInt(2_000));
      lost.endOrders();
    }
    loseDatabase();
    List<FeedEvent> events = afterRestore(feed, limits);
    checkDelivered(
        events.stream().filter(event -> event.recordedAt().isAfter(registered)).toList());
    deployment.endings().forEach(ending -> violations.unless(false, ending));
    deployment.webhooks().faults().forEach(fault -> violations.unless(false, fault));
    return violations.found();
  }

  private static void sendEvents(ScriptedGateway gateway) {
    try {
      gateway.tellAll();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private Load load() {
    SplittableRandom split = new SplittableRandom(random.nextLong());
    return new Load(deployment, tenancy, ledger, new SignalLedger(ledger), CLIENTS, split);
  }

  private void awaitErasures() throws InterruptedException, SQLException {
    try (Connection connection = deployment.postgres().connect();
        Statement statement = connection.createStatement()) {
      while (true) {
        try (ResultSet open = statement.executeQuery(ERASURES)) {
          open.next();
          if (open.getLong(1) == 0) {
            return;
          }
        }
        Thread.sleep(100);
      }
    }
  }

  private void loseDatabase() throws IOException, InterruptedException, SQLException {
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
  private List<FeedEvent> afterRestore(FeedReader feed, ContactLimits limits)
      throws IOException, InterruptedException, ExecutionException {
    violations.unless(withLog || tenancy.recovering(), "dialing was not halted");
    if (random.nextBoolean()) {
      sendAgain();
    }
    if (withLog) {
      awaitRecovery();
      if (!new Inventory(tenancy).settle(SETTLE)) {
        violations.unless(false, "not everything has ended within " + SETTLE);
      }
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
  private void checkDelivered(List<FeedEvent> events) throws InterruptedException {
    Instant giveUp = Instant.now().plus(DELIVERY);
    while (true) {
      Set<String> received = deployment.webhooks().received();
      List<FeedEvent> missing =
          events.stream().filter(event -> !received.contains(event.id())).toList();
      if (missing.isEmpty()) {
        return;
      }
      if (Instant.now().isAfter(giveUp)) {
        missing.forEach(event -> violations.unless(false, "never delivered: " + event));
        return;
      }
      Thread.sleep(200);
    }
  }

  /**
   * Erasing a subject frees the keys of its orders: the client that erased it orders no call again.
   */
  private void sendAgain() throws IOException, InterruptedException, ExecutionException {
    for (Ledger.Entry entry : ledger.entries()) {
      if (!entry.order().phone().equals(LaterOrders.erased())) {
        client.order(entry, deployment.nodes().getFirst());
      }
    }
  }

  private void awaitRecovery() throws InterruptedException {
    Instant giveUp = Instant.now().plus(RECOVERY);
    while (tenancy.recovering()) {
      if (Instant.now().isAfter(giveUp)) {
        violations.unless(false, "the recovery did not end within " + RECOVERY);
        tenancy.acceptRecovery();
      }
      Thread.sleep(200);
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
