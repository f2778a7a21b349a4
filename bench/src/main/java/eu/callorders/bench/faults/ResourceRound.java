package eu.callorders.bench.faults;

import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Http;
import eu.callorders.bench.Polling;
import eu.callorders.bench.cluster.ClusterLoad;
import eu.callorders.bench.cluster.Responses;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Ledger;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One deployment that lacks a resource for a while, under load. */
final class ResourceRound {
  private static final Duration ALONE = Duration.ofSeconds(5);
  private static final Duration SERVED = Duration.ofSeconds(30);
  private static final int PATIENCE = 4;

  private final Deployment deployment;
  private final ResourceFault fault;
  private final Duration limit;
  private final Violations violations;
  private final Http http = new Http(Duration.ofSeconds(5));
  private int requests;
  private List<Responses.Failure> failures = List.of();
  private Map<Integer, Integer> restarts = Map.of();
  private Duration served = Duration.ZERO;

  /**
   * @param slack multiplies the limit of time
   */
  ResourceRound(Deployment deployment, ResourceFault fault, int slack, Violations violations) {
    this.deployment = deployment;
    this.fault = fault;
    this.limit = SERVED.multipliedBy(slack);
    this.violations = violations;
  }

  /** Takes the resource away for that long. */
  void run(Duration held, int heapMegabytes) throws Exception {
    try (Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"));
        ClusterLoad load = new ClusterLoad(deployment, ledger);
        NodeSupervisor supervisor = NodeSupervisor.start(deployment.nodes)) {
      Shortage shortage = fault.create(deployment, heapMegabytes);
      Thread.sleep(ALONE);
      System.out.println(fault.wireName() + " begins");
      shortage.begin();
      Thread.sleep(held);
      Instant back = shortage.end();
      awaitService(load, back);
      Thread.sleep(ALONE);
      load.end(violations);
      shortage.check(violations);
      requests = load.responses.count();
      failures = load.responses.failures();
      restarts = supervisor.restarts();
      new ErrorChecks(violations).check(failures);
    }
  }

  /** Until an order is accepted and each node is ready. */
  private void awaitService(ClusterLoad load, Instant back) throws Exception {
    Duration patience = limit.multipliedBy(PATIENCE);
    @Nullable Instant accepted = load.responses.awaitAccepted(back, patience);
    violations.unless(
        accepted != null, "%s: no order is accepted afterwards".formatted(fault.wireName()));
    for (ServiceNode node : deployment.nodes) {
      violations.unless(
          Polling.within(patience, 100, () -> isReady(node)),
          "%s: %s is not ready afterwards".formatted(fault.wireName(), node.name));
    }
    served = Duration.between(back, Instant.now());
    violations.unless(
        served.compareTo(limit) <= 0,
        "%s: service again only after %s".formatted(fault.wireName(), served));
    System.out.printf("%s ended, service again after %d ms%n", fault.wireName(), served.toMillis());
  }

  private boolean isReady(ServiceNode node) {
    return http.send("GET", node.adminUrl + "/health/ready", "", Map.of()).status() == 200;
  }

  void report(BenchReport figures) {
    String name = fault.wireName().replace('_', ' ') + ": ";
    figures.add(name + "requests", requests, "");
    figures.add(name + "requests refused", failures.size() - lost(), "");
    figures.add(name + "requests without an answer", lost(), "");
    figures.add(
        name + "nodes started again",
        restarts.values().stream().mapToInt(Integer::intValue).sum(),
        "");
    figures.add(name + "longest until service", served.toMillis() / 1000.0, "s");
  }

  private int lost() {
    return (int) failures.stream().filter(each -> each.answer().status() == Http.LOST).count();
  }
}
