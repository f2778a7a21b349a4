package eu.callorders.bench;

import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * What a database costs that has grown from nothing since its sessions began and has never been
 * analyzed, against the same database after ANALYZE. The service is warm before its tables are
 * emptied.
 */
public final class YoungBench {
  private static final int CONNECTIONS = 64;
  private static final int ORDERS = 20_000;
  private static final int BATCH = 30;

  private static final String WITHOUT_STATISTICS =
      """
      SELECT format('ALTER TABLE %I SET (autovacuum_enabled = off)', c.relname)
        FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      """;

  private static final String EMPTY = "TRUNCATE call_order, idempotency_record, event CASCADE";

  private final Server server;
  private final Api api;
  private final Orders orders = new Orders("young");
  private final BenchReport figures = new BenchReport("young");
  private final String tomorrow =
      Instant.now().plus(1, ChronoUnit.DAYS).truncatedTo(ChronoUnit.SECONDS).toString();
  private final List<Orders.Keyed> sent = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();

  /** The figures of one state of the database: per second, and milliseconds. */
  private record Measured(
      double accepted, double database, double keys, double cancels, double newest) {}

  private YoungBench(Server server, Api api) {
    this.server = server;
    this.api = api;
  }

  public static void main(String[] arguments) throws IOException, SQLException {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), CONNECTIONS)) {
      new YoungBench(server, api).measure();
    }
  }

  private void measure() throws IOException, SQLException {
    for (String each : rows(WITHOUT_STATISTICS)) {
      execute(each);
    }
    WarmUp warmUp = WarmUp.start();
    do {
      sent.clear();
      ids.clear();
      state(Scale.of(ORDERS) / 10);
    } while (warmUp.isRunning());
    execute(EMPTY);
    sent.clear();
    ids.clear();
    Measured young = state(Scale.of(ORDERS));
    execute("ANALYZE");
    Measured analyzed = state(Scale.of(ORDERS));
    report("orders accepted", young.accepted(), analyzed.accepted(), "/s");
    report("database's CPU for each", young.database(), analyzed.database(), "µs");
    report("key sent again", young.keys(), analyzed.keys(), "ms");
    report("batch of 30 cancels", young.cancels(), analyzed.cancels(), "ms");
    report("newest 25 orders", young.newest(), analyzed.newest(), "ms");
    figures.end();
  }

  private void report(String name, double young, double analyzed, String unit) {
    figures.add(name + ", analyzed", analyzed, unit);
    figures.ratio(name + ", young", young, unit, analyzed, "analyzed");
  }

  private Measured state(int most) throws IOException {
    double before = server.databaseCpu();
    ClosedLoop.Run accepted =
        ClosedLoop.times(
            api.vertx(),
            CONNECTIONS,
            most,
            202,
            () -> {
              Orders.Keyed order = orders.notBefore(tomorrow);
              sent.add(order);
              return api.order(order.body(), order.key())
                  .onSuccess(answer -> ids.add(answer.json().getString("id")));
            });
    double database = (server.databaseCpu() - before) * 1e6 / accepted.done();
    Iterator<Orders.Keyed> again = sent.iterator();
    ClosedLoop.Run keys =
        ClosedLoop.times(
            api.vertx(),
            1,
            Math.min(500, sent.size()),
            202,
            () -> {
              Orders.Keyed order = again.next();
              return api.order(order.body(), order.key());
            });
    ClosedLoop.Run newest =
        ClosedLoop.times(api.vertx(), 1, 200, 200, () -> api.get("/v1/call-orders?limit=25"));
    return new Measured(
        accepted.perSecond(),
        database,
        keys.times().milliseconds(0.5),
        cancelBatches(),
        newest.times().milliseconds(0.5));
  }

  /**
   * Milliseconds in which thirty clients that cancel at once have all been answered, the median.
   */
  private double cancelBatches() {
    Iterator<String> next = ids.iterator();
    double[] batches = new double[Math.min(20, ids.size() / BATCH)];
    for (int batch = 0; batch < batches.length; batch++) {
      long begin = System.nanoTime();
      ClosedLoop.times(
          api.vertx(),
          BATCH,
          BATCH,
          200,
          () -> api.post("/v1/call-orders/" + next.next() + "/cancel", Buffer.buffer("{}")));
      batches[batch] = (System.nanoTime() - begin) / 1e6;
    }
    return BenchReport.median(batches);
  }

  private void execute(String statement) throws SQLException {
    try (Connection connection = server.connect();
        Statement executed = connection.createStatement()) {
      executed.execute(statement);
    }
  }

  private List<String> rows(String query) throws SQLException {
    try (Connection connection = server.connect();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(query)) {
      List<String> rows = new ArrayList<>();
      while (found.next()) {
        rows.add(found.getString(1));
      }
      return rows;
    }
  }
}
