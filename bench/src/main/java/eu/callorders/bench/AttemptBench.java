package eu.callorders.bench;

import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Whole attempts per second, from the claim to the result, in a simulator that waits for nothing.
 * The tenant has no channel until every order is planned; then all of them are due at once.
 */
public final class AttemptBench {
  private static final int CONNECTIONS = 16;
  private static final String TERMINAL =
      "call_order.completed,call_order.failed,call_order.expired,call_order.canceled";

  private final int count = Scale.of(5_000);
  private final Orders orders = new Orders("attempt");
  private final BenchReport figures = new BenchReport("attempts");

  private AttemptBench() {}

  public static void main(String[] arguments)
      throws IOException, InterruptedException, SQLException {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), CONNECTIONS)) {
      new AttemptBench().measure(server, api);
    }
  }

  private void measure(Server server, Api api)
      throws IOException, InterruptedException, SQLException {
    Feed ended = new Feed(api, TERMINAL);
    server.sandbox().channels(1_000_000);
    WarmUp warmUp = WarmUp.start();
    do {
      warmUp(api, ended);
    } while (warmUp.isRunning());
    int warm = ended.events().size();
    Feed all = new Feed(api, "");
    int before = all.read().size();
    server.sandbox().channels(0);
    order(api, count);
    new Feed(api, "call_order.scheduled").await(warm + count);
    long commits = server.commits();
    double serviceCpu = server.serviceCpu();
    double databaseCpu = server.databaseCpu();
    server.sandbox().channels(1_000_000);
    ended.await(warm + count);
    commits = server.commits() - commits;
    serviceCpu = server.serviceCpu() - serviceCpu;
    databaseCpu = server.databaseCpu() - databaseCpu;
    List<Feed.Event> events = all.read();
    events = events.subList(before, events.size());
    Duration taken = Duration.between(first(events, "call_order.dialing"), last(events));
    long completed =
        events.stream().filter(event -> event.type().equals("call_order.completed")).count();
    figures.add("attempts", count * 1000.0 / taken.toMillis(), "/s");
    figures.add("orders completed", (double) completed, "of " + count);
    figures.add("events per attempt", (double) events.size() / count, "");
    figures.add("commits per attempt", (double) commits / count, "");
    figures.add("service's CPU per attempt", serviceCpu * 1e6 / count, "µs");
    figures.add("database's CPU per attempt", databaseCpu * 1e6 / count, "µs");
    stages(events);
    figures.end();
  }

  private void warmUp(Api api, Feed ended) throws InterruptedException {
    int more = Scale.of(500);
    order(api, more);
    ended.await(ended.events().size() + more);
  }

  private void order(Api api, int number) {
    ClosedLoop.Run run =
        ClosedLoop.times(
            api.vertx(),
            CONNECTIONS,
            number,
            202,
            () -> {
              Orders.Keyed order = orders.next();
              return api.order(order.body(), order.key());
            });
    if (run.failed() > 0) {
      throw new IllegalStateException(run.failed() + " refused, first " + run.firstFailure());
    }
  }

  private static Instant first(List<Feed.Event> events, String type) {
    return events.stream()
        .filter(event -> event.type().equals(type))
        .map(Feed.Event::occurredAt)
        .min(Instant::compareTo)
        .orElseThrow();
  }

  private static Instant last(List<Feed.Event> events) {
    return events.stream().map(Feed.Event::occurredAt).max(Instant::compareTo).orElseThrow();
  }

  /** For each type of event, how long after the order's event before it; from the dial on. */
  private void stages(List<Feed.Event> events) {
    Map<String, Instant> previous = new HashMap<>();
    Map<String, List<Long>> stages = new TreeMap<>();
    for (Feed.Event event : events) {
      Instant before = previous.get(event.orderId());
      if (before != null) {
        stages
            .computeIfAbsent(event.type(), ignored -> new ArrayList<>())
            .add(Duration.between(before, event.occurredAt()).toNanos());
      }
      if (before != null || event.type().equals("call_order.dialing")) {
        previous.put(event.orderId(), event.occurredAt());
      }
    }
    stages.forEach(
        (type, nanos) ->
            figures.add(
                "time before " + type,
                new Quantiles(nanos.stream().mapToLong(taken -> taken).toArray())));
  }
}
