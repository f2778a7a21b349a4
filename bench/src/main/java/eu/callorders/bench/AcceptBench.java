package eu.callorders.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Orders accepted per second, through HTTP with token, key and a body of 2 KB, in turn with bare
 * commits of the same rows by pgbench on the same server.
 */
public final class AcceptBench {
  private static final int CONNECTIONS = 64;
  private static final int ROUNDS = 3;

  private final Server server;
  private final Api api;
  private final Orders orders = new Orders("accept");
  private final int seconds = Scale.of(10);
  private final Figures figures = new Figures("accept");

  private AcceptBench(Server server, Api api) {
    this.server = server;
    this.api = api;
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), CONNECTIONS)) {
      new AcceptBench(server, api).measure();
    }
  }

  private void measure() throws IOException, SQLException {
    String tomorrow = Instant.now().plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS) + "";
    accept(() -> orders.notBefore(tomorrow));
    PgBench keysOnly = PgBench.prepare(server, "bench_keys_only", PgBench.ORDER, false);
    PgBench everyIndex = PgBench.prepare(server, "bench_every_index", PgBench.ORDER, true);
    Rounds accepted = new Rounds("accepted");
    Rounds bare = new Rounds("pgbench, primary keys only");
    Rounds indexed = new Rounds("pgbench, every index");
    Rounds dialled = new Rounds("accepted while dialling");
    for (int round = 0; round < ROUNDS; round++) {
      accepted.round(() -> accept(() -> orders.notBefore(tomorrow)));
      bare.round(() -> outcome(keysOnly.run(seconds)));
      indexed.round(() -> outcome(everyIndex.run(seconds)));
    }
    for (int round = 0; round < ROUNDS; round++) {
      dialled.round(() -> accept(orders::next));
    }
    for (Rounds rounds : List.of(bare, indexed, accepted, dialled)) {
      rounds.report();
    }
    figures.ratio("accepted to bare", accepted.median(), "/s", bare.median(), "primary keys only");
    figures.ratio("accepted to indexed", accepted.median(), "/s", indexed.median(), "every index");
    figures.end();
  }

  /** What a round came to. */
  private record Outcome(int done, double perSecond, Quantiles times) {}

  private interface Round {
    Outcome run() throws IOException;
  }

  private static Outcome outcome(PgBench.Run run) {
    return new Outcome(run.done(), run.perSecond(), run.times());
  }

  private Outcome accept(Supplier<Orders.Keyed> next) {
    ClosedLoop.Run run =
        ClosedLoop.during(
            api.vertx(),
            CONNECTIONS,
            seconds,
            202,
            () -> {
              Orders.Keyed order = next.get();
              return api.order(order.body(), order.key());
            });
    if (run.failed() > 0) {
      System.err.println(run.failed() + " refused, first " + run.firstFailure());
    }
    return new Outcome(run.done(), run.perSecond(), run.times());
  }

  /** The rounds of one contestant. */
  private final class Rounds {
    private final String name;
    private final List<Outcome> outcomes = new ArrayList<>();
    private double serviceCpu;
    private double databaseCpu;
    private long commits;

    Rounds(String name) {
      this.name = name;
    }

    void round(Round round) throws IOException, SQLException {
      serviceCpu -= server.serviceCpu();
      databaseCpu -= server.databaseCpu();
      commits -= server.commits();
      outcomes.add(round.run());
      commits += server.commits();
      databaseCpu += server.databaseCpu();
      serviceCpu += server.serviceCpu();
    }

    double median() {
      return Figures.median(outcomes.stream().mapToDouble(Outcome::perSecond).toArray());
    }

    void report() {
      int done = outcomes.stream().mapToInt(Outcome::done).sum();
      figures.add(name, median(), "/s");
      figures.add(name + " p50", milliseconds(0.5), "ms");
      figures.add(name + " p99", milliseconds(0.99), "ms");
      figures.add(name + ", commits each", (double) commits / done, "");
      figures.add(name + ", service's CPU each", serviceCpu * 1e6 / done, "µs");
      figures.add(name + ", database's CPU each", databaseCpu * 1e6 / done, "µs");
    }

    private double milliseconds(double share) {
      return Figures.median(
          outcomes.stream().mapToDouble(it -> it.times().milliseconds(share)).toArray());
    }
  }
}
