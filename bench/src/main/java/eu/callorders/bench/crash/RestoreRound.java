package eu.callorders.bench.crash;

import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.PlacedCall;
import eu.callorders.bench.Polling;
import eu.callorders.bench.SqlSession;
import eu.callorders.bench.sip.SipGateway;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.stream.Collectors;

/** One deployment that loses its database and gets a backup back. */
record RestoreRound(
    RestoreWay way,
    Deployment deployment,
    CampaignTenant tenancy,
    Ledger ledger,
    OrderClient client,
    Random random,
    Violations violations) {
  private static final Duration DELIVERY = Duration.ofMinutes(2);
  private static final Duration RECOVERY = Duration.ofMinutes(3);
  private static final Duration SETTLE = Duration.ofMinutes(10);
  private static final int CLIENTS = 2;

  private static final String ERASURES =
      """
      SELECT (SELECT count(*) FROM erasure WHERE completed_at IS NULL)
             + (SELECT count(*) FROM gateway_erasure)
      """;

  /** Runs one round; answers its violations. */
  static List<String> run(
      RestoreWay way, GatewayUnderTest.Factory gateways, int nodes, Random random)
      throws Exception {
    Violations violations = new Violations();
    Deployment.use(
        nodes,
        gateways,
        deployment -> {
          try (Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"))) {
            CampaignTenant tenancy = new CampaignTenant(deployment);
            OrderMix unused = new OrderMix("later", random);
            OrderClient client = new OrderClient(tenancy, deployment.nodes, ledger, unused, random);
            new RestoreRound(way, deployment, tenancy, ledger, client, random, violations).run();
          }
          return violations.found().isEmpty();
        });
    return violations.found();
  }

  private void run() throws Exception {
    if (deployment.gateway instanceof ScriptedGateway gateway) {
      Thread.ofVirtual().start(gateway::tellAll);
    }
    deployment.webhooks.register(tenancy);
    tenancy.holdRepresented();
    Instant registered = Instant.now();
    for (OrderMix.Keyed order : RestoreChecks.orders(tenancy.now())) {
      client.order(ledger.intend(order), deployment.nodes.getFirst());
    }
    ContactLimits limits = ContactLimits.provision(deployment);
    FeedReader feed = new FeedReader(tenancy, 37);
    EvidenceChecks evidence = new EvidenceChecks(tenancy);
    try (Load before = load()) {
      Thread.sleep(1_000 + random.nextInt(3_000));
      evidence.awaitFirst(ledger);
      way.backup.take(deployment.postgres());
      Thread.sleep(1_000 + random.nextInt(2_000));
      before.endOrders();
    }
    tenancy.advanceFully("{\"by\": \"P3D\"}");
    limits.call();
    feed.readAll();
    tenancy.erase(RestoreChecks.reference(RestoreChecks.ERASED));
    awaitErasures();
    try (Load lost = load()) {
      Thread.sleep(1_000 + random.nextInt(2_000));
      lost.endOrders();
    }
    loseDatabase();
    evidence.check(violations);
    afterRestore(limits);
    List<FeedEvent> events = new FeedReader(tenancy, 100).readAll();
    checkRead(feed.readAll(), events);
    checkDelivered(
        events.stream().filter(event -> event.recordedAt().isAfter(registered)).toList());
    deployment.endings().forEach(violations::add);
    deployment.webhooks.faults().forEach(violations::add);
  }

  /** Whether the number decides what comes of a call; else every person answers and hangs up. */
  private boolean simulatesOutcomes() {
    return !(deployment.gateway instanceof SipGateway);
  }

  private Load load() {
    SplittableRandom split = new SplittableRandom(random.nextLong());
    return new Load(deployment, tenancy, ledger, CLIENTS, split, null);
  }

  private void awaitErasures() throws Exception {
    try (SqlSession session = deployment.postgres().connect()) {
      while (session.number(ERASURES) > 0) {
        Thread.sleep(100);
      }
    }
  }

  private void loseDatabase() throws Exception {
    for (ServiceNode node : deployment.nodes) {
      node.kill();
    }
    way.restore.take(deployment.postgres());
    for (ServiceNode node : deployment.nodes) {
      node.start();
      node.awaitReady();
    }
  }

  private void afterRestore(ContactLimits limits) throws Exception {
    Path log = deployment.gateway.callLog();
    violations.unless(log != null || tenancy.recovering(), "dialing was not halted");
    if (random.nextBoolean()) {
      sendAgain();
    }
    if (log == null) {
      checkHalt();
    } else {
      awaitRecovery();
      violations.unless(
          new Inventory(tenancy).settle(SETTLE),
          "not everything has ended within %s".formatted(SETTLE));
      RestoreChecks checks = new RestoreChecks(ledger.entries(), PlacedCall.read(log), violations);
      checks.check(simulatesOutcomes());
      limits.checkAfterRestore(log, simulatesOutcomes(), violations);
    }
    if (deployment.gateway instanceof SipGateway gateway) {
      gateway.contradictions().forEach(violations::add);
    }
  }

  /** An erasure frees the keys of its orders: the client that erased does not order again. */
  private void sendAgain() throws InterruptedException {
    for (Ledger.Entry entry : ledger.entries()) {
      if (!entry.order.phone().equals(RestoreChecks.ERASED)) {
        client.order(entry, deployment.nodes.getFirst());
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
    ScriptedGateway gateway = (ScriptedGateway) deployment.gateway;
    int calls = gateway.ledger().size();
    tenancy.advance("{\"by\": \"P9D\"}");
    Thread.sleep(5_000);
    violations.unless(gateway.ledger().size() == calls, "dialed while halted");
    tenancy.acceptRecovery();
    violations.unless(!tenancy.recovering(), "the halt stays after it was accepted");
  }

  /** The reader that continued through the restore has read every event of the feed. */
  private void checkRead(List<FeedEvent> followed, List<FeedEvent> events) {
    Set<String> read = followed.stream().map(FeedEvent::id).collect(Collectors.toSet());
    for (FeedEvent event : events) {
      violations.unless(read.contains(event.id()), "the feed's reader missed %s".formatted(event));
    }
  }

  /** Waits until the endpoint has received every event that exists. */
  private void checkDelivered(List<FeedEvent> events) throws Exception {
    Polling.within(DELIVERY, 200, () -> missing(events).isEmpty());
    missing(events).forEach(event -> violations.add("never delivered: " + event));
  }

  private List<FeedEvent> missing(List<FeedEvent> events) {
    Set<String> received = deployment.webhooks.received();
    return events.stream().filter(event -> !received.contains(event.id())).toList();
  }
}
