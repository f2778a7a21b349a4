package eu.callorders.bench.cluster;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Postgres;
import eu.callorders.bench.crash.Violations;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Stops and starts two nodes behind HAProxy in turn, under load, also from the release before to
 * this build; ends with 1 on a violation.
 */
final class RollingCampaign {
  private static final int SHOWN = 40;

  /** The jar of the release before, when {@code bench/run} has built it. */
  private static final String RELEASE = System.getProperty("bench.release", "");

  private final boolean waits;
  private final int slack;
  private final Violations violations = new Violations();
  private final List<RollingRound> rounds = new ArrayList<>();

  private RollingCampaign(boolean waits, int slack) {
    this.waits = waits;
    this.slack = slack;
  }

  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "restarts", "upgrades", "wait", "slack");
    boolean waits = arguments.text("wait", "ready").equals("ready");
    System.exit(
        new RollingCampaign(waits, arguments.number("slack", 1))
                .run(arguments.number("restarts", 5), arguments.number("upgrades", 0))
            ? 0
            : 1);
  }

  private boolean run(int restarts, int upgrades) throws Exception {
    if (restarts > 0) {
      round(Sandbox.JAR, restarts);
    }
    for (int upgrade = 0; upgrade < upgrades; upgrade++) {
      round(RELEASE, 1);
    }
    report(restarts, upgrades);
    return violations.found().isEmpty();
  }

  /** Two nodes that run a jar first, on a database of their own, and this build afterwards. */
  private void round(String first, int restarts) throws Exception {
    int before = violations.found().size();
    Deployment.use(
        new Deployment.Parts(2, first, Postgres::start, HaProxy::new, SimulatorProcess::new),
        deployment -> {
          RollingRound round = new RollingRound(deployment, waits, slack, violations);
          rounds.add(round);
          round.run(restarts);
          return violations.found().size() == before;
        });
  }

  private void report(int restarts, int upgrades) {
    BenchReport figures = new BenchReport("rolling");
    figures.add("rolling restarts", restarts, "");
    figures.add("upgrades", upgrades, "");
    figures.add("requests", rounds.stream().mapToInt(RollingRound::requests).sum(), "");
    figures.add("failed requests", rounds.stream().mapToInt(RollingRound::failed).sum(), "");
    figures.add("orders", rounds.stream().mapToInt(RollingRound::orders).sum(), "");
    figures.add("longest stop", longest(rounds, RollingRound::longestStop), "s");
    figures.add("longest from due to dial", longest(rounds, RollingRound::longestDelay), "s");
    figures.add("violations", violations.found().size(), "");
    figures.end();
    violations.found().stream().limit(SHOWN).forEach(found -> System.out.println("! " + found));
  }

  private interface Time {
    Duration of(RollingRound round);
  }

  private static double longest(List<RollingRound> rounds, Time time) {
    return rounds.stream().mapToLong(round -> time.of(round).toMillis()).max().orElse(0) / 1000.0;
  }
}
