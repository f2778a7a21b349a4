package eu.callorders.bench.crash;

import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.Http;
import eu.callorders.bench.crash.InjectedFault.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;

/** Breaks things, one after the other, at instants that chance decides, and mends them again. */
record FaultInjector(
    Deployment deployment,
    OrderClient prober,
    OrderMix mix,
    Random random,
    Duration freeze,
    List<InjectedFault> done) {

  /** So many kinds in a random order, each in its share, and each once at least. */
  List<Kind> deck(int kills) {
    List<Kind> possible = possible();
    List<Kind> deck = new ArrayList<>(possible);
    while (deck.size() < kills) {
      Kind kind = Kind.at(random.nextInt(100));
      if (possible.contains(kind)) {
        deck.add(kind);
      }
    }
    List<Kind> some = new ArrayList<>(deck.subList(0, kills));
    Collections.shuffle(some, random);
    return some;
  }

  private List<Kind> possible() {
    List<Kind> kinds = new ArrayList<>(List.of(Kind.values()));
    if (deployment.gateway instanceof GatewayUnderTest.Embedded) {
      kinds.remove(Kind.KILL_GATEWAY);
    }
    if (deployment.nodes.size() < 2) {
      kinds.removeAll(List.of(Kind.FREEZE_NODE, Kind.KILL_ALL_NODES));
    }
    return kinds;
  }

  void disturb(Kind kind) throws Exception {
    InjectedFault disturbance =
        switch (kind) {
          case KILL_NODE -> killNodes(kind, List.of(anyNode()));
          case KILL_ALL_NODES -> killNodes(kind, deployment.nodes);
          case TERMINATE_BACKENDS -> terminateBackends();
          case STOP_DATABASE -> stopDatabase();
          case FREEZE_NODE -> freezeNode();
          case KILL_GATEWAY -> killGateway();
        };
    done.add(disturbance);
    Duration firstAccepted = disturbance.firstAccepted();
    System.out.printf(
        "%s %s %s%s%n",
        disturbance.at(),
        kind,
        disturbance.what(),
        firstAccepted == null ? "" : ", first 202 after " + firstAccepted.toMillis() + " ms");
  }

  private InjectedFault killNodes(Kind kind, List<ServiceNode> victims) throws Exception {
    Instant at = Instant.now();
    for (ServiceNode victim : victims) {
      victim.kill();
    }
    Thread.sleep(random.nextInt(2_000));
    Duration slowest = Duration.ZERO;
    for (ServiceNode victim : victims) {
      Instant started = victim.start();
      victim.awaitReady();
      Duration taken = Duration.between(started, firstAccepted(victim));
      slowest = taken.compareTo(slowest) > 0 ? taken : slowest;
    }
    String names = victims.stream().map(node -> node.name).collect(Collectors.joining(" "));
    return new InjectedFault(kind, names, at, slowest);
  }

  private InjectedFault terminateBackends() throws Exception {
    double share = random.nextBoolean() ? 1 : 0.3;
    Instant at = Instant.now();
    deployment.postgres().terminateBackends(share);
    return new InjectedFault(Kind.TERMINATE_BACKENDS, "share " + share, at, null);
  }

  private InjectedFault stopDatabase() throws Exception {
    Instant at = Instant.now();
    deployment.postgres().stopImmediately();
    Thread.sleep(random.nextInt(3_000));
    deployment.postgres().startAgain();
    Instant back = Instant.now();
    Duration taken = Duration.between(back, firstAccepted(anyNode()));
    return new InjectedFault(Kind.STOP_DATABASE, "", at, taken);
  }

  private InjectedFault freezeNode() throws Exception {
    ServiceNode victim = anyNode();
    Instant at = Instant.now();
    victim.freeze();
    Thread.sleep(freeze);
    victim.thaw();
    return new InjectedFault(
        Kind.FREEZE_NODE, victim.name + " for " + freeze.toSeconds() + " s", at, null);
  }

  private InjectedFault killGateway() throws Exception {
    Instant at = Instant.now();
    deployment.gateway.kill();
    Thread.sleep(random.nextInt(2_000));
    deployment.gateway.start();
    return new InjectedFault(Kind.KILL_GATEWAY, "", at, null);
  }

  /** Orders at that node until it accepts one; answers when that was. */
  private Instant firstAccepted(ServiceNode node) throws Exception {
    var entry = prober.ledger.intend(mix.next());
    while (true) {
      Http.Answer answer = prober.order(entry, node);
      if (answer.status() == 202) {
        return Instant.now();
      }
      if (!answer.passing()) {
        entry = prober.ledger.intend(mix.next()); // refused for good: another person
      } else {
        node.ensureRunning();
        Thread.sleep(20);
      }
    }
  }

  private ServiceNode anyNode() {
    return deployment.nodes.get(random.nextInt(deployment.nodes.size()));
  }
}
