package eu.callorders.bench;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;

/** The rounds of one contestant: how fast, and at which cost for the machine. */
final class Rounds {
  private final Server server;
  private final String name;
  private final List<ClosedLoop.Run> runs = new ArrayList<>();
  private double serviceCpu;
  private double databaseCpu;
  private double driverCpu;
  private long commits;

  Rounds(Server server, String name) {
    this.server = server;
    this.name = name;
  }

  void round(Callable<ClosedLoop.Run> round) throws Exception {
    serviceCpu -= server.serviceCpu();
    databaseCpu -= server.databaseCpu();
    driverCpu -= ownCpu();
    commits -= server.commits();
    runs.add(round.call());
    commits += server.commits();
    driverCpu += ownCpu();
    databaseCpu += server.databaseCpu();
    serviceCpu += server.serviceCpu();
  }

  private static double ownCpu() throws IOException {
    return ProcessUsage.cpu(ProcessHandle.current().pid());
  }

  String name() {
    return name;
  }

  double median() {
    return BenchReport.median(runs, ClosedLoop.Run::perSecond);
  }

  void report(BenchReport figures) {
    int done = runs.stream().mapToInt(ClosedLoop.Run::done).sum();
    figures.add(name, median(), "/s");
    figures.add(name + " p50", milliseconds(0.5), "ms");
    figures.add(name + " p99", milliseconds(0.99), "ms");
    figures.add(name + ", commits each", (double) commits / done, "");
    figures.add(name + ", service's CPU each", serviceCpu * 1e6 / done, "µs");
    figures.add(name + ", database's CPU each", databaseCpu * 1e6 / done, "µs");
    figures.add(name + ", driver's CPU each", driverCpu * 1e6 / done, "µs");
  }

  private double milliseconds(double share) {
    return BenchReport.median(runs, run -> run.times().milliseconds(share));
  }
}
