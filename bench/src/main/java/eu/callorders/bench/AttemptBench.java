package eu.callorders.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
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
  private static final int COUNT = Scale.of(5_000);
  private static final String TERMINAL =
      "call_order.completed,call_order.failed,call_order.expired,call_order.canceled";

  private final Server server;
  private final Api api;
  private final Orders orders = new Orders("attempt");
  private final BenchReport figures = new BenchReport("attempts");

  private AttemptBench(Server server, Api api) {
    this.server = server;
    this.api = api;
  }

  public static void main(String[] arguments) throws Exception {
    try (Server server = Server.start();
        Api api = new Api(server.sandbox(), CONNECTIONS)) {
      new AttemptBench(server, api).measure();
    }
  }

  private void measure() throws Exception {
    Feed ended = new Feed(api, TERMINAL);
    server.sandbox().channels(1_000_000);
    int more = Scale.of(500);
    Scale.warmUp(
        () -> {
          order(more);
          ended.await(ended.events().size() + more);
        });
    int warm = ended.events().size();
    Feed all = new Feed(api, "");
    int before = all.read().size();
    server.sandbox().channels(0);
    order(COUNT);
    new Feed(api, "call_order.scheduled").await(warm + COUNT);
    long commits = server.commits();
    double serviceCpu = server.serviceCpu();
    double databaseCpu = server.databaseCpu();
    server.sandbox().channels(1_000_000);
    ended.await(warm + COUNT);
    commits = server.commits() - commits;
    serviceCpu = server.serviceCpu() - serviceCpu;
    databaseCpu = server.databaseCpu() - databaseCpu;
    List<Feed.Event> events = all.read();
    events = events.subList(before, events.size());
    figures.add("attempts", COUNT * 1000.0 / taken(events).toMillis(), "/s");
    double completed =
        events.stream().filter(event -> event.type().equals("call_order.completed")).count();
    figures.add("orders completed", completed, "of " + COUNT);
    figures.add("events per attempt", (double) events.size() / COUNT, "");
    figures.add("commits per attempt", (double) commits / COUNT, "");
    figures.add("service's CPU per attempt", serviceCpu * 1e6 / COUNT, "µs");
    figures.add("database's CPU per attempt", databaseCpu * 1e6 / COUNT, "µs");
    stages(events);
    figures.end();
  }

  private void order(int number) {
    ClosedLoop.times(api, CONNECTIONS, number, 202, () -> api.order(orders.next())).requireAll();
  }

  /** From the first dial to the last event. */
  private static Duration taken(List<Feed.Event> events) {
    Comparator<Feed.Event> byTime = Comparator.comparing(Feed.Event::occurredAt);
    Feed.Event first =
        events.stream()
            .filter(event -> event.type().equals("call_order.dialing"))
            .min(byTime)
            .orElseThrow();
    Feed.Event last = events.stream().max(byTime).orElseThrow();
    return Duration.between(first.occurredAt(), last.occurredAt());
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
    stages.forEach((type, nanos) -> figures.add("time before " + type, new Quantiles(nanos)));
  }
}
