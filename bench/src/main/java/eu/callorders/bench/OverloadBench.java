package eu.callorders.bench;

import io.vertx.core.Future;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * Orders that come in three times as fast as they can be stored: how many are accepted all the
 * same, and the responses to the others.
 */
public final class OverloadBench {
  private static final int CLIENTS = 256;
  private static final int CONNECTIONS = 3500;
  private static final int TIMES = 3;
  private static final int ROUNDS = 3;
  private static final String COUNT = "SELECT count(*) FROM call_order";

  private final Server server;
  private final Api api;
  private final Orders orders = new Orders("overload");
  private final String tomorrow =
      Instant.now().plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString();
  private final BenchReport figures = new BenchReport("overload");
  private final int seconds = Scale.of(10);
  private int accepted;

  private OverloadBench(Server server, Api api) {
    this.server = server;
    this.api = api;
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), CONNECTIONS)) {
      new OverloadBench(server, api).measure();
    }
  }

  /** In turn, so that whatever else the machine does hits both alike. */
  private void measure() throws SQLException {
    WarmUp warmUp = WarmUp.start();
    do {
      asManyAsPossible();
    } while (warmUp.isRunning());
    double[] capacities = new double[ROUNDS];
    double[] goodputs = new double[ROUNDS];
    for (int round = 0; round < ROUNDS; round++) {
      capacities[round] = asManyAsPossible();
      goodputs[round] = tooMany(TIMES * capacities[round]);
    }
    double peak = BenchReport.median(capacities);
    figures.add("capacity", peak, "/s");
    figures.ratio("goodput", BenchReport.median(goodputs), "/s", peak, "capacity");
    figures.add("accepted, yet not stored", (double) (accepted - stored()), "");
    figures.end();
  }

  private double asManyAsPossible() {
    ClosedLoop.Run run = ClosedLoop.during(api.vertx(), CLIENTS, seconds, 202, this::order);
    if (run.failed() > 0) {
      System.err.println(run.failed() + " refused, first " + run.firstFailure());
    }
    accepted += run.done();
    return run.perSecond();
  }

  private double tooMany(double perSecond) {
    OpenLoop.Run run = OpenLoop.during(api.vertx(), perSecond, seconds, CONNECTIONS, this::order);
    accepted += run.answers(202);
    figures.add("offered", perSecond, "/s");
    figures.add("sent", run.sent() / run.seconds(), "/s");
    figures.add("held back by the client", run.heldBack(), "");
    run.byStatus()
        .forEach(
            (status, times) -> {
              figures.add("answers " + status, run.answers(status) / run.seconds(), "/s");
              figures.add("answers " + status, times);
            });
    figures.add("without an answer", run.lost(), "");
    figures.add("refused without Retry-After", run.withoutRetryAfter(), "");
    if (run.lost() > 0) {
      System.err.println(run.lost() + " lost, first " + run.firstLoss());
    }
    return run.answers(202) / run.seconds();
  }

  private Future<Api.Answer> order() {
    Orders.Keyed order = orders.notBefore(tomorrow);
    return api.order(order.body(), order.key());
  }

  private long stored() throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet row = statement.executeQuery(COUNT)) {
      row.next();
      return row.getLong(1);
    }
  }
}
