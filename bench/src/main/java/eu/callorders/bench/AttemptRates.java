package eu.callorders.bench;

import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/** How many attempts end in a second, by the times of the feed. */
final class AttemptRates {
  private static final String TERMINAL =
      "call_order.completed,call_order.failed,call_order.expired,call_order.canceled";

  private final Feed dialing;
  private final Feed ended;
  private int dialedBefore;
  private int endedBefore;

  AttemptRates(Api api) {
    this.dialing = new Feed(api, "call_order.dialing");
    this.ended = new Feed(api, TERMINAL);
  }

  /** Attempts that are made from here on count. */
  void begin() {
    dialedBefore = dialing.read().size();
    endedBefore = ended.read().size();
  }

  /** Waits for the end of so many orders; the rate from the first dial to the last end. */
  double await(int count) throws InterruptedException {
    Instant last = latest(ended.await(endedBefore + count), endedBefore);
    Instant first = earliest(dialing.read(), dialedBefore);
    return count * 1000.0 / Duration.between(first, last).toMillis();
  }

  private static Instant latest(List<Feed.Event> events, int from) {
    return times(events, from).stream().max(Comparator.naturalOrder()).orElseThrow();
  }

  private static Instant earliest(List<Feed.Event> events, int from) {
    return times(events, from).stream().min(Comparator.naturalOrder()).orElseThrow();
  }

  private static List<Instant> times(List<Feed.Event> events, int from) {
    return events.subList(from, events.size()).stream().map(Feed.Event::occurredAt).toList();
  }
}
