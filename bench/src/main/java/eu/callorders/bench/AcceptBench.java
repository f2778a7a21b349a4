package eu.callorders.bench;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.function.Supplier;

/**
 * Orders accepted per second, through HTTP with token, key and a body of 2 KB, in turn with bare
 * commits of the same rows by pgbench on the same server.
 */
public final class AcceptBench {
  private static final int CONNECTIONS = 64;
  private static final int ROUNDS = 3;

  private AcceptBench() {}

  public static void main(String[] arguments) throws Exception {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), CONNECTIONS)) {
      measure(server, api);
    }
  }

  private static void measure(Server server, Api api) throws Exception {
    int seconds = Scale.of(10);
    Orders orders = new Orders("accept");
    BenchReport figures = new BenchReport("accept");
    Callable<ClosedLoop.Run> planned = () -> accept(api, seconds, orders::forTomorrow);
    planned.call();
    PgBench keysOnly = PgBench.prepare(server, "bench_keys_only", PgBench.ORDER, false);
    PgBench everyIndex = PgBench.prepare(server, "bench_every_index", PgBench.ORDER, true);
    Scale.warmUp(planned::call);
    Rounds accepted = new Rounds(server, "accepted");
    Rounds bare = new Rounds(server, "pgbench, primary keys only");
    Rounds indexed = new Rounds(server, "pgbench, every index");
    Rounds dialed = new Rounds(server, "accepted while dialing");
    for (int round = 0; round < ROUNDS; round++) {
      accepted.round(planned);
      bare.round(() -> keysOnly.run(seconds));
      indexed.round(() -> everyIndex.run(seconds));
    }
    Scale.warmUp(() -> accept(api, seconds, orders::next));
    for (int round = 0; round < ROUNDS; round++) {
      dialed.round(() -> accept(api, seconds, orders::next));
    }
    List.of(bare, indexed, accepted, dialed).forEach(rounds -> rounds.report(figures));
    figures.ratio("accepted to bare", accepted.median(), "/s", bare.median(), "primary keys only");
    figures.ratio("accepted to indexed", accepted.median(), "/s", indexed.median(), "every index");
    figures.end();
  }

  private static ClosedLoop.Run accept(Api api, int seconds, Supplier<Orders.Keyed> next) {
    return ClosedLoop.during(api, CONNECTIONS, seconds, 202, () -> api.order(next.get()));
  }
}
