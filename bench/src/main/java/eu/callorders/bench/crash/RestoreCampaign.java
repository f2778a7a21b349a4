package eu.callorders.bench.crash;

import eu.callorders.bench.Arguments;
import eu.callorders.bench.BenchReport;
import eu.callorders.bench.GatewayUnderTest;
import eu.callorders.bench.SimulatorProcess;
import eu.callorders.bench.sip.SipGateway;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/** Destroys the database under load and restores a backup; ends with 1 on a violation. */
final class RestoreCampaign {
  /** Takes the options that bench/README.md explains. */
  static void main(String[] words) throws Exception {
    Arguments arguments = Arguments.parse(words, "rounds", "seed", "nodes", "ways", "gateway");
    long seed = arguments.seed();
    List<RestoreWay> ways = ways(arguments.text("ways", "all"));
    GatewayUnderTest.Factory gateways = gateways(arguments.text("gateway", "log"));
    int rounds = arguments.number("rounds", 40);
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    int violations = 0;
    for (int round = 0; round < rounds; round++) {
      RestoreWay way = ways.get(round % ways.size());
      Random ofRound = new Random(random.nextLong());
      List<String> found = RestoreRound.run(way, gateways, arguments.number("nodes", 2), ofRound);
      System.out.printf(
          "round %d: %s, %d violations%n",
          round + 1, way.name().toLowerCase(Locale.ROOT), found.size());
      found.forEach(violation -> System.out.println("! " + violation));
      violations += found.size();
    }
    BenchReport figures = new BenchReport("restore");
    figures.add("rounds", rounds, "");
    figures.add("violations", violations, "");
    figures.end();
    System.exit(violations == 0 ? 0 : 1);
  }

  private static GatewayUnderTest.Factory gateways(String name) {
    return switch (name) {
      case "log" -> SimulatorProcess::new;
      case "none" -> ScriptedGateway::of;
      case "sip" -> SipGateway::diverted;
      default -> throw new IllegalArgumentException("--gateway log, none or sip");
    };
  }

  private static List<RestoreWay> ways(String names) {
    return names.equals("all")
        ? List.of(RestoreWay.values())
        : Arrays.stream(names.split(",", -1))
            .map(name -> RestoreWay.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList();
  }
}
