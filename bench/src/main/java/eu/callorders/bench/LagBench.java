package eu.callorders.bench;

import io.vertx.core.Future;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/** From the instant that an order is planned for to its dial, one order at a time. */
final class LagBench extends ApiBench {
  private static final Duration SPACING = Duration.ofMillis(50);
  private static final Duration LEAD = Duration.ofSeconds(10);

  private final int count = Scale.of(400);
  private final Orders orders = new Orders("lag");

  LagBench() throws Exception {
    super("lag", 4);
  }

  @Override
  void measure() throws Exception {
    Feed feed = new Feed(api, "call_order.scheduled,call_order.dialing,call.started");
    Scale.warmUp(() -> round(feed));
    List<Feed.Event> events = round(feed);
    report(events, "call_order.dialing", "due to claim");
    report(events, "call.started", "due to dial");
  }

  /** Has orders dialed one after the other; the events of these orders. */
  private List<Feed.Event> round(Feed feed) throws InterruptedException {
    int before = feed.events().size();
    Instant first = server.sandbox().tenantTime().plus(LEAD).truncatedTo(ChronoUnit.MILLIS);
    int[] number = {0};
    Supplier<Future<Api.Answer>> next =
        () -> api.order(orders.notBefore(first.plus(SPACING.multipliedBy(number[0]++))));
    ClosedLoop.times(api, 4, count, 202, next).requireAll();
    if (server.sandbox().tenantTime().isAfter(first)) {
      System.err.println("accepting took too long: the first orders were due before");
    }
    Thread.sleep(LEAD.plus(SPACING.multipliedBy(count)));
    List<Feed.Event> events = feed.await(before + 3 * count);
    return List.copyOf(events.subList(before, events.size()));
  }

  private void report(List<Feed.Event> events, String type, String name) {
    Map<String, Instant> planned = new HashMap<>();
    for (Feed.Event event : events) {
      if (event.type().equals("call_order.scheduled")) {
        planned.put(event.orderId(), Instant.parse(event.data().getString("next_attempt_at")));
      }
    }
    Quantiles lags =
        new Quantiles(
            events.stream()
                .filter(event -> event.type().equals(type))
                .map(event -> Duration.between(planned.get(event.orderId()), event.occurredAt()))
                .mapToLong(Duration::toNanos));
    figures.add(name, lags);
    figures.add(name + ", early", (double) lags.negative(), "of " + count);
  }
}
