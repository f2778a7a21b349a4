package eu.callorders.bench;

import io.vertx.core.Future;
import java.io.IOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/** A database that has grown and was never analyzed, against itself after ANALYZE. */
final class YoungBench extends ApiBench {
  private static final int CONNECTIONS = 64;
  private static final int ORDERS = 20_000;
  private static final int BATCH = 30;

  private static final String WITHOUT_STATISTICS =
      """
      SELECT format('ALTER TABLE %I SET (autovacuum_enabled = off)', c.relname)
        FROM pg_class c
       WHERE c.relnamespace = 'public'::regnamespace AND c.relkind = 'r'
      """;

  private final Orders orders = new Orders("young");
  private final List<Orders.Keyed> sent = new ArrayList<>();
  private final List<String> ids = new ArrayList<>();

  /** The figures of one state of the database: per second, and milliseconds. */
  private record Measured(
      double accepted, double database, double keys, double cancels, double newest) {}

  YoungBench() throws Exception {
    super("young", CONNECTIONS);
  }

  @Override
  void measure() throws Exception {
    try (SqlSession session = server.connect()) {
      session.executeAll(session.texts(WITHOUT_STATISTICS));
      Scale.warmUp(
          () -> {
            forget();
            state(Scale.of(ORDERS) / 10);
          });
      session.execute("TRUNCATE call_order, idempotency_record, event CASCADE");
      forget();
      Measured young = state(Scale.of(ORDERS));
      session.execute("ANALYZE");
      Measured analyzed = state(Scale.of(ORDERS));
      report("orders accepted", young.accepted(), analyzed.accepted(), "/s");
      report("database's CPU for each", young.database(), analyzed.database(), "µs");
      report("key sent again", young.keys(), analyzed.keys(), "ms");
      report("batch of 30 cancels", young.cancels(), analyzed.cancels(), "ms");
      report("newest 25 orders", young.newest(), analyzed.newest(), "ms");
    }
  }

  private void report(String name, double young, double analyzed, String unit) {
    figures.add(name + ", analyzed", analyzed, unit);
    figures.ratio(name + ", young", young, unit, analyzed, "analyzed");
  }

  private Measured state(int most) throws IOException, SQLException {
    Server.Usage before = server.usage();
    ClosedLoop.Run accepted = ClosedLoop.times(api, CONNECTIONS, most, 202, this::order);
    Server.Usage used = Server.Usage.NONE.plus(before, server.usage());
    Iterator<Orders.Keyed> again = List.copyOf(sent).iterator();
    int repeated = Math.min(500, sent.size());
    ClosedLoop.Run keys = ClosedLoop.times(api, 1, repeated, 202, () -> api.order(again.next()));
    ClosedLoop.Run newest =
        ClosedLoop.times(api, 1, 200, 200, () -> api.get("/v1/call-orders?limit=25"));
    return new Measured(
        accepted.perSecond(),
        used.database() / accepted.done(),
        keys.times().milliseconds(0.5),
        cancelBatches(),
        newest.times().milliseconds(0.5));
  }

  private void forget() {
    sent.clear();
    ids.clear();
  }

  private Future<Api.Answer> order() {
    Orders.Keyed order = orders.forTomorrow();
    sent.add(order);
    return api.order(order).onSuccess(answer -> ids.add(answer.json().getString("id")));
  }

  private Future<Api.Answer> cancel(String id) {
    return api.post("/v1/call-orders/" + id + "/cancel", "{}");
  }

  /** Median milliseconds in which thirty clients that cancel at once have all been answered. */
  private double cancelBatches() {
    Iterator<String> next = ids.iterator();
    List<Double> batches = new ArrayList<>();
    for (int batch = 0; batch < Math.min(20, ids.size() / BATCH); batch++) {
      long begin = System.nanoTime();
      ClosedLoop.times(api, BATCH, BATCH, 200, () -> cancel(next.next()));
      batches.add((System.nanoTime() - begin) / 1e6);
    }
    return BenchReport.median(batches);
  }
}
