package eu.callorders.bench.crash;

import eu.callorders.bench.BenchReport;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutionException;

/**
 * Destroys the database under load and restores a backup, again and again. No person is called a
 * second time, also not after an objection or an erasure, and the feed skips no event. Ends with
 * status 1 otherwise.
 */
public final class RestoreCampaign {
  private RestoreCampaign() {}

  public static void main(String[] words)
      throws IOException, InterruptedException, SQLException, ExecutionException {
    Arguments arguments =
        Arguments.parse(words, Set.of("rounds", "seed", "nodes", "ways", "gateway"));
    long seed = arguments.seed();
    List<RestoreWay> ways = ways(arguments.text("ways", "all"));
    boolean withLog = arguments.text("gateway", "log").equals("log");
    int rounds = arguments.number("rounds", 40);
    System.out.println("seed " + seed);
    Random random = new Random(seed);
    List<String> found = new ArrayList<>();
    for (int round = 0; round < rounds; round++) {
      RestoreWay way = ways.get(round % ways.size());
      List<String> violations =
          RestoreRound.run(
              way, withLog, arguments.number("nodes", 2), new Random(random.nextLong()));
      System.out.printf(
          "round %d: %s, %d violations%n",
          round + 1, way.name().toLowerCase(Locale.ROOT), violations.size());
      violations.forEach(violation -> System.out.println("! " + violation));
      found.addAll(violations);
    }
    BenchReport figures = new BenchReport("restore");
    figures.add("rounds", rounds, "");
    figures.add("violations", found.size(), "");
    figures.end();
    System.exit(found.isEmpty() ? 0 : 1);
  }

  private static List<RestoreWay> ways(String names) {
    return names.equals("all")
        ? List.of(RestoreWay.values())
        : Arrays.stream(names.split(","))
            .map(name -> RestoreWay.valueOf(name.toUpperCase(Locale.ROOT)))
            .toList();
  }
}
