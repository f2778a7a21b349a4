package eu.callorders.bench;

import eu.callorders.core.id.IdKind;
import io.vertx.core.Future;
import java.io.IOException;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Orders of the demo tenant that are planned one after the other: how long after its planned
 * instant each is claimed and dialed.
 */
final class LagRounds {
  private static final Duration SPACING = Duration.ofMillis(50);
  private static final Duration LEAD = Duration.ofSeconds(10);
  private static final int MAX_ROUNDS = 5;

  private final Orders orders = new Orders("lag");
  private final SimulatedServer simulated;
  private final Sandbox sandbox;
  private final Api api;
  private final Feed feed;

  LagRounds(SimulatedServer simulated, Api api) {
    this.simulated = simulated;
    this.sandbox = simulated.server().sandbox();
    this.api = api;
    this.feed = new Feed(api, "call_order.scheduled,call_order.dialing,call.started");
  }

  /**
   * The lags of one round.
   *
   * @param claim to the claim, by the service's clock
   * @param dial to the instant at which the gateway receives the call, by the gateway's clock
   */
  record Lags(Quantiles claim, Quantiles dial) {
    Lags and(Lags other) {
      return new Lags(claim.and(other.claim), dial.and(other.dial));
    }
  }

  /** Has so many orders dialed. */
  Lags measure(int number) throws Exception {
    List<Feed.Event> events = timelyRound(number);
    Map<String, Instant> planned = planned(events);
    LongStream claims =
        events.stream()
            .filter(event -> event.type().equals("call_order.dialing"))
            .mapToLong(event -> lag(planned, event.orderId(), event.occurredAt()));
    return new Lags(new Quantiles(claims), new Quantiles(dials(planned)));
  }

  /**
   * Has orders dialed one after the other, until all of a round are accepted before the first is
   * due; the events of its orders.
   */
  private List<Feed.Event> timelyRound(int number) throws InterruptedException {
    for (int round = 0; round < MAX_ROUNDS; round++) {
      Optional<List<Feed.Event>> events = round(number);
      if (events.isPresent()) {
        return events.get();
      }
      System.err.println("accepting took too long: the round is repeated");
    }
    throw new IllegalStateException(
        "accepting %d orders took longer than %s in each of %d rounds"
            .formatted(number, LEAD, MAX_ROUNDS));
  }

  /** Empty when the first was due before all were accepted. */
  private Optional<List<Feed.Event>> round(int number) throws InterruptedException {
    int before = feed.events().size();
    Instant first = sandbox.tenantTime().plus(LEAD).truncatedTo(ChronoUnit.MILLIS);
    int[] next = {0};
    Supplier<Future<Api.Answer>> order =
        () -> api.order(orders.notBefore(first.plus(SPACING.multipliedBy(next[0]++))));
    ClosedLoop.times(api, LagBench.CONNECTIONS, number, 202, order).requireAll();
    boolean late = sandbox.tenantTime().isAfter(first);
    Thread.sleep(LEAD.plus(SPACING.multipliedBy(number)));
    List<Feed.Event> events = feed.await(before + 3 * number);
    return late
        ? Optional.empty()
        : Optional.of(List.copyOf(events.subList(before, events.size())));
  }

  private static Map<String, Instant> planned(List<Feed.Event> events) {
    Map<String, Instant> planned = new HashMap<>();
    for (Feed.Event event : events) {
      if (event.type().equals("call_order.scheduled")) {
        planned.put(event.orderId(), Instant.parse(event.data().getString("next_attempt_at")));
      }
    }
    return planned;
  }

  /** The gateway's log has real time; the instants of orders are the tenant's. */
  private LongStream dials(Map<String, Instant> planned) throws IOException, SQLException {
    Duration ahead =
        Duration.ofMillis(
            simulated
                .server()
                .number(
                    "SELECT clock_offset_ms FROM tenant WHERE id = ?",
                    IdKind.TENANT.parse(sandbox.tenantId()).orElseThrow()));
    return PlacedCall.read(simulated.simulator().callLog()).stream()
        .filter(call -> call.endedAt() == null)
        .filter(call -> planned.containsKey(call.orderId()))
        .mapToLong(call -> lag(planned, call.orderId(), call.placedAt().plus(ahead)));
  }

  /** In nanoseconds. */
  private static long lag(Map<String, Instant> planned, String orderId, Instant at) {
    return Duration.between(Objects.requireNonNull(planned.get(orderId)), at).toNanos();
  }
}
