package eu.callorders.bench.faults;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.Sandbox;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.crash.Balancer;
import eu.callorders.bench.crash.Deployment;
import eu.callorders.bench.crash.Violations;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Takes a resource from two nodes or their database under load, and gives it back; ends with 1 on a
 * violation.
 */
final class ResourceCampaign {
  private static final int HEAP_MEGABYTES = 256;
  private static final int SHOWN = 40;

  private final Arguments arguments;
  private final Violations violations = new Violations();
  private final List<ResourceRound> rounds = new ArrayList<>();

  private ResourceCampaign(Arguments arguments) {
    this.arguments = arguments;
  }

  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "faults", "seconds", "heap", "slack");
    ResourceCampaign campaign = new ResourceCampaign(arguments);
    for (ResourceFault fault : ResourceFault.parse(arguments.text("faults", ResourceFault.all()))) {
      campaign.round(fault);
    }
    campaign.report();
    System.exit(campaign.violations.found().isEmpty() ? 0 : 1);
  }

  private void round(ResourceFault fault) throws Exception {
    try {
      fault.requireRights();
    } catch (IOException e) {
      System.out.printf("skipped: %s: %s%n", fault.wireName(), e.getMessage());
      return;
    }
    int before = violations.found().size();
    Deployment.use(
        new Deployment.Parts(
            2,
            Sandbox.JAR,
            fault::database,
            (_, nodes) -> new Balancer(nodes),
            SimulatorProcess::new),
        deployment -> {
          ResourceRound round =
              new ResourceRound(deployment, fault, arguments.number("slack", 1), violations);
          rounds.add(round);
          round.run(
              Duration.ofSeconds(arguments.number("seconds", 20)),
              arguments.number("heap", HEAP_MEGABYTES));
          return violations.found().size() == before;
        });
  }

  private void report() {
    BenchReport figures = new BenchReport("resources");
    rounds.forEach(round -> round.report(figures));
    figures.add("violations", violations.found().size(), "");
    figures.end();
    violations.found().stream().limit(SHOWN).forEach(found -> System.out.println("! " + found));
  }
}
