package eu.callorders.bench.cluster;

import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Ledger;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/** One deployment whose nodes are stopped and started in turn. */
final class RollingRound {
  private static final Duration STOP = Duration.ofSeconds(20);
  private static final Duration GIVE_UP = Duration.ofSeconds(60);
  private static final Duration LATEST_DIAL = Duration.ofSeconds(1);

  /** After these HAProxy sends requests to a node that is ready. */
  private static final Duration BALANCER = Duration.ofSeconds(2);

  private static final Duration ALONE = Duration.ofSeconds(5);

  private final Deployment deployment;
  private final boolean waits;
  private final Duration latestDial;
  private final Violations violations;
  private final Http http = new Http(Duration.ofSeconds(5));
  private int requests;
  private int failed;
  private int orders;
  private Duration longestStop = Duration.ZERO;
  private Duration longestDelay = Duration.ZERO;

  /**
   * @param waits whether each node is ready before the next one stops
   * @param slack multiplies the limit of dials
   */
  RollingRound(Deployment deployment, boolean waits, int slack, Violations violations) {
    this.deployment = deployment;
    this.waits = waits;
    this.latestDial = LATEST_DIAL.multipliedBy(slack);
    this.violations = violations;
  }

  /** Restarts all nodes so many times, with the jar of this build. */
  void run(int restarts) throws Exception {
    awaitReady();
    try (Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"));
        ClusterLoad load = new ClusterLoad(deployment, ledger)) {
      Thread.sleep(ALONE);
      for (int restart = 1; restart <= restarts; restart++) {
        for (ServiceNode node : deployment.nodes) {
          restart(node);
        }
        System.out.printf(
            "rolling restart %d of %d: %d requests, %d failed%n",
            restart, restarts, load.responses.count(), load.responses.failures().size());
      }
      awaitReady();
      Thread.sleep(ALONE);
      load.end(violations);
      check(load);
    }
  }

  private void restart(ServiceNode node) throws Exception {
    Duration took = node.stop(GIVE_UP);
    longestStop = took.compareTo(longestStop) > 0 ? took : longestStop;
    violations.unless(
        took.compareTo(STOP) <= 0 && node.exitCode() == 0,
        "%s took %s to stop and ended with %d".formatted(node.name, took, node.exitCode()));
    node.install(Sandbox.JAR);
    node.start();
    if (waits) {
      node.awaitReady();
      awaitReady(node);
      Thread.sleep(BALANCER);
    }
  }

  private void awaitReady() throws Exception {
    for (ServiceNode node : deployment.nodes) {
      awaitReady(node);
    }
    Thread.sleep(BALANCER);
  }

  private void awaitReady(ServiceNode node) throws Exception {
    String url = node.adminUrl + "/health/ready";
    Polling.until(
        GIVE_UP,
        50,
        node.name + " is not ready",
        () -> http.send("GET", url, "", Map.of()).status() == 200);
  }

  private void check(ClusterLoad load) throws Exception {
    load.responses.failures().forEach(failure -> violations.add("failed: " + failure));
    Map<String, Instant> due = load.due();
    DialDelays delays = DialDelays.of(due, load.calls());
    delays.check(due, latestDial, violations);
    requests = load.responses.count();
    failed = load.responses.failures().size();
    orders = load.orders();
    longestDelay = delays.longest();
  }

  int requests() {
    return requests;
  }

  int failed() {
    return failed;
  }

  int orders() {
    return orders;
  }

  Duration longestStop() {
    return longestStop;
  }

  Duration longestDelay() {
    return longestDelay;
  }
}
