package eu.callorders.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** The rounds of one contestant: how fast, and at which cost for the machine. */
final class Rounds {
  private final Server server;
  private final String name;
  private final List<Outcome> outcomes = new ArrayList<>();
  private double serviceCpu;
  private double databaseCpu;
  private double driverCpu;
  private long commits;

  Rounds(Server server, String name) {
    this.server = server;
    this.name = name;
  }

  /** What a round came to. */
  record Outcome(int done, double perSecond, Quantiles times) {
    static Outcome of(PgBench.Run run) {
      return new Outcome(run.done(), run.perSecond(), run.times());
    }

    /** Also prints what was refused. */
    static Outcome of(ClosedLoop.Run run) {
      if (run.failed() > 0) {
        System.err.println(run.failed() + " refused, first " + run.firstFailure());
      }
      return new Outcome(run.done(), run.perSecond(), run.times());
    }
  }

  interface Round {
    Outcome run() throws IOException;
  }

  void round(Round round) throws IOException, SQLException {
    serviceCpu -= server.serviceCpu();
    databaseCpu -= server.databaseCpu();
    driverCpu -= ownCpu();
    commits -= server.commits();
    outcomes.add(round.run());
    commits += server.commits();
    driverCpu += ownCpu();
    databaseCpu += server.databaseCpu();
    serviceCpu += server.serviceCpu();
  }

  private static double ownCpu() throws IOException {
    return CpuTime.ofProcess(ProcessHandle.current().pid());
  }

  String name() {
    return name;
  }

  double median() {
    return BenchReport.median(outcomes.stream().mapToDouble(Outcome::perSecond).toArray());
  }

  void report(BenchReport figures) {
    int done = outcomes.stream().mapToInt(Outcome::done).sum();
    figures.add(name, median(), "/s");
    figures.add(name + " p50", milliseconds(0.5), "ms");
    figures.add(name + " p99", milliseconds(0.99), "ms");
    figures.add(name + ", commits each", (double) commits / done, "");
    figures.add(name + ", service's CPU each", serviceCpu * 1e6 / done, "µs");
    figures.add(name + ", database's CPU each", databaseCpu * 1e6 / done, "µs");
    figures.add(name + ", driver's CPU each", driverCpu * 1e6 / done, "µs");
  }

  private double milliseconds(double share) {
    return BenchReport.median(
        outcomes.stream().mapToDouble(it -> it.times().milliseconds(share)).toArray());
  }
}
