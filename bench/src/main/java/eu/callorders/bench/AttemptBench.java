package eu.callorders.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Whole attempts per second in a simulator that waits for nothing; all orders are due at once. */
final class AttemptBench extends ApiBench {
  private static final int CLIENTS = 16;
  private static final int COUNT = Scale.of(5_000);
  private static final String TERMINAL =
      "call_order.completed,call_order.failed,call_order.expired,call_order.canceled";

  private final Orders orders = new Orders("attempt");

  AttemptBench() throws Exception {
    super("attempts", CLIENTS);
  }

  @Override
  void measure() throws Exception {
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
    int known = all.read().size();
    server.sandbox().channels(0);
    order(COUNT);
    new Feed(api, "call_order.scheduled").await(warm + COUNT);
    Server.Usage before = server.usage();
    server.sandbox().channels(1_000_000);
    ended.await(warm + COUNT);
    Server.Usage used = Server.Usage.NONE.plus(before, server.usage());
    List<Feed.Event> events = all.read();
    events = events.subList(known, events.size());
    figures.add("attempts", COUNT * 1000.0 / taken(events).toMillis(), "/s");
    double completed =
        events.stream().filter(event -> event.type().equals("call_order.completed")).count();
    figures.add("orders completed", completed, "of " + COUNT);
    figures.add("events per attempt", (double) events.size() / COUNT, "");
    figures.add("commits per attempt", (double) used.commits() / COUNT, "");
    figures.add("service's CPU per attempt", used.service() / COUNT, "µs");
    figures.add("database's CPU per attempt", used.database() / COUNT, "µs");
    stages(events);
  }

  private void order(int number) {
    ClosedLoop.times(api, CLIENTS, number, 202, () -> api.order(orders.next())).requireAll();
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
