package eu.callorders.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Orders of 2 KB accepted per second, in turn with bare commits of the same rows by pgbench. */
final class AcceptBench extends ApiBench {
  private static final int CONNECTIONS = 64;
  private static final int COLD_RUNS = 3;
  private static final int ROUNDS = 3;

  private final int seconds = Scale.of(10);
  private final Orders orders = new Orders("accept");

  AcceptBench() throws Exception {
    super("accept", CONNECTIONS);
  }

  @Override
  void measure() throws Exception {
    List<Double> cold = new ArrayList<>();
    for (int run = 1; run <= COLD_RUNS; run++) {
      cold.add(accept(orders::forTomorrow).perSecond());
      figures.add("accepted, cold run " + run, cold.getLast(), "/s");
    }
    PgBench keysOnly = new PgBench(server, "bench_keys_only", PgBench.ORDER, false);
    PgBench everyIndex = new PgBench(server, "bench_every_index", PgBench.ORDER, true);
    Scale.warmUp(() -> accept(orders::forTomorrow));
    Rounds accepted = new Rounds(server, "accepted");
    Rounds bare = new Rounds(server, "pgbench, primary keys only");
    Rounds indexed = new Rounds(server, "pgbench, every index");
    Rounds dialed = new Rounds(server, "accepted while dialing");
    for (int round = 0; round < ROUNDS; round++) {
      accepted.round(() -> accept(orders::forTomorrow));
      bare.round(() -> keysOnly.run(seconds));
      indexed.round(() -> everyIndex.run(seconds));
    }
    Scale.warmUp(() -> accept(orders::next));
    for (int round = 0; round < ROUNDS; round++) {
      dialed.round(() -> accept(orders::next));
    }
    List.of(bare, indexed, accepted, dialed).forEach(rounds -> rounds.report(figures));
    for (int run = 1; run <= COLD_RUNS; run++) {
      figures.ratio(
          "accepted cold, run " + run, cold.get(run - 1), "/s", accepted.median(), "warm");
    }
    figures.ratio("accepted to bare", accepted.median(), "/s", bare.median(), "primary keys only");
    figures.ratio("accepted to indexed", accepted.median(), "/s", indexed.median(), "every index");
  }

  private ClosedLoop.Run accept(Supplier<Orders.Keyed> next) {
    return ClosedLoop.during(api, CONNECTIONS, seconds, 202, () -> api.order(next.get()));
  }
}
