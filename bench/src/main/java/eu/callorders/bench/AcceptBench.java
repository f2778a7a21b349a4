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
    accept("warm-up", () -> orders.notBefore(tomorrow));
    PgBench keysOnly = PgBench.prepare(server, "bench_keys_only", false);
    PgBench everyIndex = PgBench.prepare(server, "bench_every_index", true);
    Rounds accepted = new Rounds();
    Rounds bare = new Rounds();
    Rounds indexed = new Rounds();
    Rounds dialled = new Rounds();
    long commits = 0;
    int count = 0;
    for (int round = 0; round < ROUNDS; round++) {
      long before = server.commits();
      ClosedLoop.Run run = accept("round " + (round + 1), () -> orders.notBefore(tomorrow));
      commits += server.commits() - before;
      count += (int) (run.perSecond() * seconds);
      accepted.add(run.perSecond(), run.times());
      add(bare, keysOnly.run(seconds));
      add(indexed, everyIndex.run(seconds));
    }
    for (int round = 0; round < ROUNDS; round++) {
      ClosedLoop.Run run = accept("round " + (round + 1), orders::next);
      dialled.add(run.perSecond(), run.times());
    }
    bare.report("pgbench, primary keys only");
    indexed.report("pgbench, every index");
    accepted.report("accepted");
    dialled.report("accepted while dialling");
    figures.ratio("accepted to bare", accepted.median(), "/s", bare.median(), "primary keys only");
    figures.ratio("accepted to indexed", accepted.median(), "/s", indexed.median(), "every index");
    figures.add("commits per accepted order", (double) commits / Math.max(1, count), "");
    figures.end();
  }

  private ClosedLoop.Run accept(String round, Supplier<Orders.Keyed> next) {
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
      System.err.println(round + ": " + run.failed() + " refused, first " + run.firstFailure());
    }
    return run;
  }

  private static void add(Rounds rounds, PgBench.Run run) {
    rounds.add(run.perSecond(), run.times());
  }

  /** The rounds of one contestant. */
  private final class Rounds {
    private final List<Double> perSecond = new ArrayList<>();
    private final List<Quantiles> times = new ArrayList<>();

    void add(double rate, Quantiles spread) {
      perSecond.add(rate);
      times.add(spread);
    }

    double median() {
      return Figures.median(perSecond.stream().mapToDouble(rate -> rate).toArray());
    }

    void report(String name) {
      figures.add(name, median(), "/s");
      figures.add(name + " p50", milliseconds(0.5), "ms");
      figures.add(name + " p99", milliseconds(0.99), "ms");
    }

    private double milliseconds(double share) {
      return Figures.median(times.stream().mapToDouble(it -> it.milliseconds(share)).toArray());
    }
  }
}
