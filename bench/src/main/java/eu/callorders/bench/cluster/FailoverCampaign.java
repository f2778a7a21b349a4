package eu.callorders.bench.cluster;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Ledger;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Takes the primary of a PostgreSQL with a synchronous standby from two nodes under load; ends with
 * 1 on a violation.
 */
final class FailoverCampaign {
  private static final Duration SERVED = Duration.ofSeconds(10);
  private static final Duration GIVE_UP = Duration.ofSeconds(60);
  private static final int UNAVAILABLE = 503;
  private static final int SHOWN = 40;

  private final Deployment deployment;
  private final PatroniCluster cluster;
  private final Random random;
  private final Duration limit;
  private final Violations violations = new Violations();
  private final List<Duration> served = new ArrayList<>();

  private FailoverCampaign(Deployment deployment, Random random, int slack) {
    this.deployment = deployment;
    this.cluster = (PatroniCluster) deployment.database;
    this.random = random;
    this.limit = SERVED.multipliedBy(slack);
  }

  private enum Fault {
    KILL,
    PARTITION
  }

  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "kills", "partitions", "seed", "slack");
    long seed = arguments.seed();
    System.out.println("seed " + seed);
    int slack = arguments.number("slack", 1);
    Random random = new Random(seed);
    List<Fault> faults = new ArrayList<>();
    faults.addAll(Collections.nCopies(arguments.number("kills", 4), Fault.KILL));
    faults.addAll(Collections.nCopies(arguments.number("partitions", 1), Fault.PARTITION));
    Collections.shuffle(faults, random);
    boolean passed =
        Deployment.use(
            new Deployment.Parts(
                2, Sandbox.JAR, PatroniCluster::start, HaProxy::new, SimulatorProcess::new),
            deployment -> new FailoverCampaign(deployment, random, slack).run(faults));
    System.exit(passed ? 0 : 1);
  }

  private boolean run(List<Fault> faults) throws Exception {
    try (Ledger ledger = new Ledger(deployment.directory.resolve("acknowledged.jsonl"));
        ClusterLoad load = new ClusterLoad(deployment, ledger)) {
      for (Fault fault : faults) {
        cluster.awaitSynchronous();
        Thread.sleep(3_000 + random.nextInt(3_000));
        failOver(fault, load);
      }
      cluster.awaitSynchronous();
      load.end(violations);
      checkRefusals(load);
      report(faults, load);
    }
    return violations.found().isEmpty();
  }

  private void failOver(Fault fault, ClusterLoad load) throws Exception {
    Instant at = Instant.now();
    Instant promoted = fault == Fault.KILL ? cluster.kill() : cluster.separate();
    @Nullable Instant accepted = load.responses.awaitAccepted(promoted, GIVE_UP);
    cluster.mend();
    Duration taken = accepted == null ? GIVE_UP : Duration.between(promoted, accepted);
    served.add(taken);
    violations.unless(
        taken.compareTo(limit) <= 0,
        "after %s at %s the first order was accepted %s after the promotion"
            .formatted(fault, at, taken));
    System.out.printf(
        "%s %s, promoted after %d ms, first 202 %d ms later%n",
        at, fault, Duration.between(at, promoted).toMillis(), taken.toMillis());
  }

  /** In between, clients learn when to come again. */
  private void checkRefusals(ClusterLoad load) {
    for (Responses.Failure failure : load.responses.failures()) {
      violations.unless(
          failure.answer().status() != UNAVAILABLE || failure.answer().saysWhenToRetry(),
          "without Retry-After: " + failure);
    }
  }

  private void report(List<Fault> faults, ClusterLoad load) {
    BenchReport figures = new BenchReport("failover");
    figures.add("primaries killed", Collections.frequency(faults, Fault.KILL), "");
    figures.add("partitions", Collections.frequency(faults, Fault.PARTITION), "");
    figures.add("orders", load.orders(), "");
    figures.add("requests", load.responses.count(), "");
    figures.add("requests not served", load.responses.failures().size(), "");
    Duration longest = served.stream().max(Duration::compareTo).orElse(Duration.ZERO);
    figures.add("longest from promotion to the first 202", longest.toMillis() / 1000.0, "s");
    figures.add("violations", violations.found().size(), "");
    figures.end();
    violations.found().stream().limit(SHOWN).forEach(found -> System.out.println("! " + found));
  }
}
