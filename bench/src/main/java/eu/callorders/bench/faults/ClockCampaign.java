package eu.callorders.bench.faults;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Polling;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.cluster.ClusterLoad;
import eu.callorders.bench.cluster.DialDelays;
import eu.callorders.bench.crash.Balancer;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Ledger;
import eu.callorders.bench.crash.Postgres;
import eu.callorders.bench.crash.ServiceNode;
import eu.callorders.bench.crash.Violations;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Sets the wall clock of one of two nodes back and forward under load; ends with 1 on a violation.
 */
final class ClockCampaign {
  private static final List<Duration> OFFSETS =
      List.of(Duration.ofHours(1), Duration.ofHours(-1), Duration.ofDays(1), Duration.ofDays(-1));

  private static final String DEVIATION = "callorders_clock_deviation_seconds";

  /** The alert ClockDeviates begins above it. */
  private static final double UNNOTICED = 2;

  private static final Duration STOP = Duration.ofSeconds(60);
  private static final Duration NOTICED = Duration.ofSeconds(30);
  private static final Duration LATEST_DIAL = Duration.ofSeconds(1);

  /** Nodes and gateway share one machine; the answers of the database limit the nodes' error. */
  private static final Duration EARLY = Duration.ofMillis(20);

  private static final Duration NODES_DIFFER = Duration.ofMillis(500);
  private static final Duration SPAN = Duration.ofMinutes(1);
  private static final int SHOWN = 40;

  private final Deployment deployment;
  private final Duration held;
  private final int slack;
  private final FakeClock clock;
  private final Violations violations = new Violations();
  private Duration longestUnnoticed = Duration.ZERO;

  private ClockCampaign(Arguments arguments, Path library, Deployment deployment)
      throws IOException {
    this.deployment = deployment;
    this.held = Duration.ofSeconds(arguments.number("seconds", 15));
    this.slack = arguments.number("slack", 1);
    this.clock = new FakeClock(library, deployment.directory);
  }

  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "seconds", "slack");
    Optional<Path> library = FakeClock.library();
    if (library.isEmpty()) {
      System.out.println("skipped: libfaketime is not installed (Debian: faketime)");
      return;
    }
    boolean passed =
        Deployment.use(
            new Deployment.Parts(
                2,
                Sandbox.JAR,
                Postgres::start,
                (_, nodes) -> new Balancer(nodes),
                SimulatorProcess::new),
            deployment -> new ClockCampaign(arguments, library.get(), deployment).run());
    System.exit(passed ? 0 : 1);
  }

  private boolean run() throws Exception {
    Instant from = Instant.now();
    ServiceNode wrong = deployment.nodes.getFirst();
    wrong.stop(STOP);
    wrong.configure(clock.environment(), List.of());
    wrong.start();
    wrong.awaitReady();
    try (Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"));
        ClusterLoad load = new ClusterLoad(deployment, ledger)) {
      deployment.webhooks.register(load.tenancy());
      Thread.sleep(held);
      for (Duration offset : OFFSETS) {
        move(wrong, offset);
        move(wrong, Duration.ZERO);
      }
      load.end(violations);
      check(load, from);
    }
    return violations.found().isEmpty();
  }

  /** Sets the clock at once, waits until the node notices, and leaves it there for a while. */
  private void move(ServiceNode wrong, Duration offset) throws Exception {
    clock.set(offset);
    long began = System.nanoTime();
    boolean noticed =
        Polling.within(NOTICED.multipliedBy(slack), 200, () -> deviates(wrong, offset));
    Duration took = Duration.ofNanos(System.nanoTime() - began);
    longestUnnoticed = took.compareTo(longestUnnoticed) > 0 ? took : longestUnnoticed;
    violations.unless(
        noticed,
        "%s of %s, whose clock is ahead by %s, is %s"
            .formatted(DEVIATION, wrong.name, offset, new MetricsReader(wrong).value(DEVIATION)));
    ServiceNode right = deployment.nodes.getLast();
    violations.unless(
        deviates(right, Duration.ZERO), "the clock of %s deviates too".formatted(right.name));
    System.out.printf("clock of %s ahead by %s%n", wrong.name, offset);
    Thread.sleep(held);
  }

  private static boolean deviates(ServiceNode node, Duration expected) throws IOException {
    double shown = new MetricsReader(node).value(DEVIATION);
    return Math.abs(shown - expected.toSeconds()) < UNNOTICED;
  }

  private void check(ClusterLoad load, Instant from) throws Exception {
    load.responses.failures().forEach(failure -> violations.add("failed: " + failure));
    Map<String, Instant> due = load.due();
    DialDelays delays = DialDelays.of(due, load.calls());
    DialDelays.of(load.planned(), load.calls()).neverEarly(EARLY, violations);
    delays.check(due, LATEST_DIAL.multipliedBy(slack), violations);
    EventTimeChecks times = new EventTimeChecks(violations);
    times.within(load.events(), from.minus(SPAN), Instant.now().plus(SPAN));
    times.inOrder(load.events(), NODES_DIFFER.multipliedBy(slack));
    violations.unless(
        deployment.webhooks.repeated().isEmpty(),
        "sent twice, as after a lease that was taken twice: " + deployment.webhooks.repeated());
    deployment.webhooks.faults().forEach(violations::add);
    report(load, delays);
  }

  private void report(ClusterLoad load, DialDelays delays) {
    BenchReport figures = new BenchReport("clock");
    figures.add("changes of the clock", 2.0 * OFFSETS.size(), "");
    figures.add("orders", load.orders(), "");
    figures.add("requests", load.responses.count(), "");
    figures.add("requests not served", load.responses.failures().size(), "");
    figures.add("webhooks", deployment.webhooks.received().size(), "");
    figures.add("longest until the metric shows it", seconds(longestUnnoticed), "s");
    figures.add("shortest from due to dial", seconds(delays.shortest()), "s");
    figures.add("longest from due to dial", seconds(delays.longest()), "s");
    figures.add("violations", violations.found().size(), "");
    figures.end();
    violations.found().stream().limit(SHOWN).forEach(found -> System.out.println("! " + found));
  }

  private static double seconds(Duration time) {
    return time.toMillis() / 1000.0;
  }
}
