package eu.callorders.bench;

import eu.callorders.core.telephony.TenantBreakers;
import eu.callorders.server.dial.DueTenants;
import eu.callorders.server.dial.OrderQueue;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;

/**
 * What 1,000,000 holds cost that concern none of the orders: the same service works by turns with
 * them and with an empty table.
 */
public final class HoldBench {
  private static final int HOLDS = Scale.of(1_000_000);
  private static final int ROUNDS = 10;
  private static final int CONNECTIONS = 64;
  private static final int BATCH = 200;
  private static final UUID[] NONE = {};
  private static final int ATTEMPTS = Scale.of(2_000);
  private static final int INTENTS = Math.max(Scale.of(2_000), BATCH);
  private static final double SECONDS = 5 * Scale.share();

  /** Nothing ends the calls of this gateway, and each further claim would count them. */
  private static final List<String> END_CALLS =
      List.of(
          """
          UPDATE call_attempt
             SET status = 'ended', attempt_number = 1, disposition = 'no_answer', ended_at = now()
           WHERE status = 'placing'
          """,
          "VACUUM ANALYZE call_order, call_attempt");

  private final BenchReport figures = new BenchReport("holds");

  public static void main(String[] arguments) throws Exception {
    HoldBench bench = new HoldBench();
    bench.measureService();
    DialComponents.measure(bench::measureDials);
    bench.figures.end();
  }

  /**
   * Takes turns with and without holds, each after a checkpoint: PostgreSQL's own would fall into
   * some turns and not into others. The first of a round is the last of the next one.
   */
  private void compare(String name, SqlSession owner, HoldTables holds, Callable<Double> work)
      throws Exception {
    List<Double> without = new ArrayList<>();
    List<Double> with = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      for (boolean withHolds : List.of(round % 2 == 1, round % 2 == 0)) {
        holds.use(withHolds);
        owner.execute("CHECKPOINT");
        (withHolds ? with : without).add(work.call());
      }
    }
    double base = BenchReport.median(without);
    figures.add(name + " without holds", base, "/s");
    figures.ratio(name + " with holds", BenchReport.median(with), "/s", base, "none");
  }

  private void measureService() throws Exception {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), CONNECTIONS);
        SqlSession owner = server.connect()) {
      HoldTables holds = HoldTables.create(owner, HOLDS);
      Caller caller = new Caller(server, api);
      Scale.warmUp(caller::order);
      compare("accepted", owner, holds, caller::accept);
      Scale.warmUp(caller::attempt);
      compare("attempts", owner, holds, caller::attempt);
    }
  }

  /** A client of the service. */
  private static final class Caller {
    private final Server server;
    private final Api api;
    private final Orders later = new Orders("later");
    private final Orders due = new Orders("due");
    private final Feed planned;
    private final AttemptRates rates;

    Caller(Server server, Api api) {
      this.server = server;
      this.api = api;
      this.planned = new Feed(api, "call_order.scheduled");
      this.rates = new AttemptRates(api);
    }

    /** Orders of tomorrow accepted per second. */
    double accept() {
      ClosedLoop.Run run = order();
      run.requireAll();
      return run.perSecond();
    }

    /** A service that has just started may refuse orders. */
    ClosedLoop.Run order() {
      return ClosedLoop.during(
          api, CONNECTIONS, SECONDS, 202, () -> api.order(later.forTomorrow()));
    }

    /** Whole attempts per second, of orders that are planned before. */
    double attempt() throws Exception {
      server.sandbox().channels(0);
      int known = planned.read().size();
      ClosedLoop.times(api, CONNECTIONS, ATTEMPTS, 202, () -> api.order(due.next())).requireAll();
      planned.await(known + ATTEMPTS);
      rates.begin();
      server.sandbox().channels(1_000_000);
      return rates.await(ATTEMPTS);
    }
  }

  private void measureDials(SqlSession owner, DialComponents parts) throws Exception {
    HoldTables holds = HoldTables.create(owner, HOLDS);
    owner.execute(DueOrderSeeder.free((2 * ROUNDS + 2) * (INTENTS + BATCH)));
    owner.execute("VACUUM ANALYZE call_order, call_attempt");
    Scale.warmUp(() -> claim(parts));
    compare("claims", owner, holds, () -> claim(parts));
    dial(parts, owner);
    dial(parts, owner);
    compare("intents", owner, holds, () -> dial(parts, owner));
  }

  /** Orders claimed per second; nothing is written, so that the same rows are due again. */
  private static double claim(DialComponents parts) {
    long start = System.nanoTime();
    long claimed = 0;
    while (System.nanoTime() < start + (long) (SECONDS * 1e9)) {
      claimed +=
          parts
              .database()
              .inWorker(
                  connection ->
                      OrderQueue.due(
                              connection,
                              BATCH,
                              Duration.ZERO,
                              DueTenants.WITHOUT_PREDIAL_CHECK,
                              TenantBreakers.Limits.NONE,
                              NONE)
                          .await()
                          .size());
    }
    return claimed * 1e9 / (System.nanoTime() - start);
  }

  /** Intents written per second, over a gateway that says yes. */
  private static double dial(DialComponents parts, SqlSession owner) throws SQLException {
    long start = System.nanoTime();
    int written = 0;
    while (written < INTENTS) {
      int more = parts.dialer().runOnce().orders();
      if (more == 0) {
        throw new IllegalStateException("nothing is due any more");
      }
      written += more;
    }
    double rate = written * 1e9 / (System.nanoTime() - start);
    owner.executeAll(END_CALLS);
    return rate;
  }
}
