package eu.callorders.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
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
  private final BenchReport figures = new BenchReport("accept");

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
    WarmUp warmUp = WarmUp.start();
    do {
      accept(() -> orders.notBefore(tomorrow));
    } while (warmUp.isRunning());
    Rounds accepted = new Rounds(server, "accepted");
    Rounds bare = new Rounds(server, "pgbench, primary keys only");
    Rounds indexed = new Rounds(server, "pgbench, every index");
    Rounds dialed = new Rounds(server, "accepted while dialing");
    for (int round = 0; round < ROUNDS; round++) {
      accepted.round(() -> accept(() -> orders.notBefore(tomorrow)));
      bare.round(() -> Rounds.Outcome.of(keysOnly.run(seconds)));
      indexed.round(() -> Rounds.Outcome.of(everyIndex.run(seconds)));
    }
    WarmUp warmUpDialing = WarmUp.start();
    do {
      accept(orders::next);
    } while (warmUpDialing.isRunning());
    for (int round = 0; round < ROUNDS; round++) {
      dialed.round(() -> accept(orders::next));
    }
    for (Rounds rounds : List.of(bare, indexed, accepted, dialed)) {
      rounds.report(figures);
    }
    figures.ratio("accepted to bare", accepted.median(), "/s", bare.median(), "primary keys only");
    figures.ratio("accepted to indexed", accepted.median(), "/s", indexed.median(), "every index");
    figures.end();
  }

  private Rounds.Outcome accept(Supplier<Orders.Keyed> next) {
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
    return Rounds.Outcome.of(run);
  }
}
