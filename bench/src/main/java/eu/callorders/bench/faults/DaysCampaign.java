package eu.callorders.bench.faults;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.crash.Balancer;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Postgres;
import eu.callorders.bench.crash.Violations;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.Stream;

/** Stops the service for days and starts it again; ends with 1 on a violation. */
final class DaysCampaign {
  private static final int SHOWN = 40;

  private DaysCampaign() {}

  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "days", "seed", "slack");
    long seed = arguments.seed();
    System.out.println("seed " + seed);
    SplittableRandom random = new SplittableRandom(seed);
    Violations violations = new Violations();
    List<DaysRound> rounds = new ArrayList<>();
    for (int days :
        Stream.of(arguments.text("days", "3,40").split(",", -1))
            .mapToInt(Integer::parseInt)
            .toArray()) {
      int before = violations.found().size();
      Deployment.use(
          new Deployment.Parts(
              2,
              Sandbox.JAR,
              Postgres::start,
              (_, nodes) -> new Balancer(nodes),
              SimulatorProcess::new),
          deployment -> {
            DaysRound round =
                new DaysRound(
                    deployment, days, arguments.number("slack", 1), random.split(), violations);
            rounds.add(round);
            round.run();
            return violations.found().size() == before;
          });
    }
    report(rounds, violations);
    System.exit(violations.found().isEmpty() ? 0 : 1);
  }

  private static void report(List<DaysRound> rounds, Violations violations) {
    BenchReport figures = new BenchReport("days");
    rounds.forEach(round -> round.report(figures));
    figures.add("violations", violations.found().size(), "");
    figures.end();
    violations.found().stream().limit(SHOWN).forEach(found -> System.out.println("! " + found));
  }
}
