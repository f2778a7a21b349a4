package eu.callorders.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The rounds of one contestant: how fast, and at which cost for the machine. */
final class Rounds {
  private final Server server;
  final String name;
  private final List<ClosedLoop.Run> runs = new ArrayList<>();
  private Server.Usage used = Server.Usage.NONE;

  Rounds(Server server, String name) {
    this.server = server;
    this.name = name;
  }

  void round(Callable<ClosedLoop.Run> round) throws Exception {
    Server.Usage before = server.usage();
    runs.add(round.call());
    used = used.plus(before, server.usage());
  }

  double median() {
    return BenchReport.median(runs, ClosedLoop.Run::perSecond);
  }

  void report(BenchReport figures) {
    int done = runs.stream().mapToInt(ClosedLoop.Run::done).sum();
    figures.add(name, median(), "/s");
    figures.add(name + " p50", milliseconds(0.5), "ms");
    figures.add(name + " p99", milliseconds(0.99), "ms");
    figures.add(name + ", commits each", (double) used.commits() / done, "");
    figures.add(name + ", service's CPU each", used.service() / done, "µs");
    figures.add(name + ", database's CPU each", used.database() / done, "µs");
    figures.add(name + ", driver's CPU each", used.driver() / done, "µs");
  }

  private double milliseconds(double share) {
    return BenchReport.median(runs, run -> run.times().milliseconds(share));
  }
}
